"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { AuthError, postToAuth } from "@/components/layout/auth-requests";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";

type SignInFormProps = {
  /** Where to go afterwards: a path of this app. */
  next: string;
};

/** Where to go now. Same words for a wrong address and a wrong password: which of them exists is nobody's business. */
async function signIn(credentials: { email: string; password: string }, next: string): Promise<string> {
  try {
    const answer = await postToAuth("sign-in/email", credentials);
    const asksForCode = typeof answer === "object" && answer !== null && "twoFactorRedirect" in answer;
    return asksForCode ? `/sign-in/code?${new URLSearchParams({ next })}` : next;
  } catch (error) {
    if (error instanceof AuthError && error.status === 401)
      throw new Error("This e-mail and password do not belong together.");
    throw error;
  }
}

export function SignInForm({ next }: SignInFormProps) {
  const attempt = useMutation({
    mutationFn: (credentials: { email: string; password: string }) => signIn(credentials, next),
    // A full load: nothing of an earlier session may stay in memory.
    onSuccess: (to) => window.location.assign(to),
    meta: { silent: true },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What the fields hold, not what was seen being typed: a manager of passwords may be faster than this page.
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? "");
    attempt.mutate({ email: text("email").trim(), password: text("password") });
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Field label="E-mail">
        <Input size="form" name="email" type="email" autoComplete="username" autoFocus required />
      </Field>
      <Field label="Password">
        <Input size="form" name="password" type="password" autoComplete="current-password" required />
      </Field>
      {attempt.isError ? <Notice tone="error" title={attempt.error.message} /> : null}
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={attempt.isPending || attempt.isSuccess}
        className="mt-1"
      >
        Sign in
      </Button>
      <p>
        <TextLink href="/sign-in/forgot">Forgot your password?</TextLink>
      </p>
    </form>
  );
}
