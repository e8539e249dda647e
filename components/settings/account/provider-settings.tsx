"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { signInMethodsQuery } from "@/components/data/settings-queries";
import { goToProvider } from "@/components/layout/auth-requests";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { client, unwrap } from "@/lib/api/client";
import { refusalWords } from "@/lib/auth/refusal-words";
import type { SignInMethods } from "@/lib/auth/sign-in-schema";
import { PasswordDialog } from "./password-dialog";

type Provider = NonNullable<SignInMethods["oidc"]>;

/** Whether the provider of this installation lets somebody in, and the way to change it. */
export function ProviderSettings({ provider }: { provider: Provider }) {
  const { name, connectedAt, canDisconnect } = provider;
  const refused = refusalWords(useSearchParams().get("refused") ?? undefined, name);
  const [open, setOpen] = useState<"connect" | "disconnect" | null>(null);
  const path = usePathname();
  const cache = useQueryClient();
  return (
    <div className="grid gap-3">
      {refused ? (
        <Notice tone="error" title={refused.title}>
          <ShownText text={refused.help} />
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <State icon={connectedAt ? CircleCheck : CircleDashed}>
          {connectedAt ? "Connected" : "Not connected"}
        </State>
        {connectedAt ? (
          <>
            <span className="text-ink-3">
              <RelativeTime at={connectedAt} ago />
            </span>
            <Button
              onClick={() => setOpen("disconnect")}
              blockedReason={canDisconnect ? undefined : "It is your only way to sign in."}
            >
              Disconnect
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen("connect")}>
            Connect <ShownText text={name} />
          </Button>
        )}
        {connectedAt && !canDisconnect ? (
          <span className="text-12 text-ink-3">It is your only way to sign in.</span>
        ) : null}
      </div>
      {open === "connect" ? (
        <PasswordDialog
          title={`Connect ${name}`}
          description={`You are sent to ${name} and back. From then on you can sign in with it.`}
          confirmLabel="Continue"
          hasPassword
          leaves
          onConfirm={(password) => goToProvider("oidc/connect", { password, next: path })}
          close={() => setOpen(null)}
        />
      ) : null}
      <ConfirmDialog
        open={open === "disconnect"}
        onOpenChange={() => setOpen(null)}
        title={`Disconnect ${name}?`}
        description="You sign in with your password then. Where you are signed in now, you stay so."
        confirmLabel="Disconnect"
        danger
        onConfirm={async () => {
          await unwrap(client.person["sign-in-methods"].oidc.$delete());
          await cache.invalidateQueries({ queryKey: signInMethodsQuery(client.person).queryKey });
        }}
      />
    </div>
  );
}
