"use client";

import { useMutation } from "@tanstack/react-query";
import { goToProvider } from "@/components/layout/auth-requests";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type ProviderButtonProps = {
  name: string;
  /** Where to go afterwards: a path of this app. */
  next: string;
  /** The only way in: then it is what the page is for. */
  isPrimary: boolean;
};

export function ProviderButton({ name, next, isPrimary }: ProviderButtonProps) {
  const leave = useMutation({
    mutationFn: () => goToProvider("oidc/start", { next }),
    meta: { silent: true },
  });
  return (
    <div className="grid gap-3">
      {leave.isError ? <Notice tone="error" title={leave.error.message} /> : null}
      <Button
        size="large"
        variant={isPrimary ? "primary" : "default"}
        pending={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        Sign in with {name}
      </Button>
    </div>
  );
}
