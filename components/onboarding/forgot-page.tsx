"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/text-link";
import { resetLinkMinutes } from "@/lib/accounts/reset-link";
import { client, unwrap } from "@/lib/api/client";
import type { InstanceState } from "@/lib/auth/schema";
import { Refusal } from "./refusal";
import { SignedOutTitle } from "./signed-out-frame";

/** How somebody who cannot sign in gets a new password: by e-mail, or from whom. */
export function ForgotPage({ ways }: { ways: InstanceState["signIn"] }) {
  if (!ways.password) return <NoPasswords provider={ways.oidc?.name ?? "the provider"} />;
  return ways.sendsMail ? <ByMail /> : <WithoutMail />;
}

function ByMail() {
  const [asked, setAsked] = useState<string | null>(null);
  const ask = useMutation({
    meta: { silent: true },
    mutationFn: (email: string) =>
      unwrap(client.resetLinks["reset-links"].request.$post({ json: { email } })),
    onSuccess: (_, email) => setAsked(email),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask.mutate(String(new FormData(event.currentTarget).get("email") ?? "").trim());
  };
  if (asked !== null)
    return (
      <div role="status">
        <SignedOutTitle title="Look at your e-mail">
          If {asked} has an account with a password here, a link is on its way. It works once, for{" "}
          {resetLinkMinutes} minutes. Nothing came? Look among the unwanted mail, or ask an operator.
        </SignedOutTitle>
        <ButtonLink href="/sign-in">Back to the sign-in</ButtonLink>
      </div>
    );
  return (
    <form method="post" onSubmit={submit}>
      <SignedOutTitle title="Forgot your password?">
        Enter your e-mail address to get a link for a new password.
      </SignedOutTitle>
      <div className="grid gap-4">
        <Field label="E-mail">
          <Input size="form" name="email" type="email" autoComplete="username" maxLength={254} required />
        </Field>
        {ask.error ? <Refusal error={ask.error} /> : null}
        <Button type="submit" variant="primary" size="large" pending={ask.isPending}>
          Send the link
        </Button>
        <p>
          <TextLink href="/sign-in">Back to the sign-in</TextLink>
        </p>
      </div>
    </form>
  );
}

function WithoutMail() {
  return (
    <>
      <SignedOutTitle title="Forgot your password?">
        This installation sends no e-mail. Ask an operator, or an admin of your workspace, for a reset link.
      </SignedOutTitle>
      <div className="grid gap-2 text-ink-2">
        <p>Whoever administers the machine makes one with:</p>
        <CodeBlock text="npm run admin -- reset-password <email>" label="the command for a reset link" />
        <p className="mt-2">
          <TextLink href="/sign-in">Back to the sign-in</TextLink>
        </p>
      </div>
    </>
  );
}

function NoPasswords({ provider }: { provider: string }) {
  return (
    <>
      <SignedOutTitle title="There is no password here">
        Everybody signs in with {provider}: a lost password is replaced there.
      </SignedOutTitle>
      <ButtonLink href="/sign-in">Back to the sign-in</ButtonLink>
    </>
  );
}
