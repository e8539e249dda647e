"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Asks the server where the provider is; it remembers the invitation until the person comes back from there. */
async function start(token: string): Promise<string> {
  const response = await fetch("/api/auth/oidc/start", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ invitation: token }),
  }).catch(() => null);
  if (!response) throw new Error("The server does not answer. Check the connection and try again.");
  const [{ z }, answer] = await Promise.all([import("zod"), response.json().catch(() => null)]);
  const parsed = z.object({ url: z.url() }).safeParse(answer);
  if (response.ok && parsed.success) return parsed.data.url;
  const refusal = z.object({ message: z.string() }).safeParse(answer);
  throw new Error(refusal.data?.message ?? `The server answered ${response.status}.`);
}

export function JoinWithProvider({ token, name }: { token: string; name: string }) {
  const leave = useMutation({
    meta: { silent: true },
    mutationFn: () => start(token),
    onSuccess: (url) => window.location.assign(url),
  });
  return (
    <>
      {leave.isError ? <Notice tone="error" title={leave.error.message} /> : null}
      <Button size="large" pending={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        Join with {name}
      </Button>
    </>
  );
}
