"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

type SignInFormProps = {
  /** Where to go afterwards: a path of this app. */
  next: string;
};

/** Same words for a wrong address and a wrong password: which of them exists is nobody's business. */
async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const response = await fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  }).catch(() => null);
  if (!response) throw new Error("The server does not answer. Check the connection and try again.");
  if (response.ok) return;
  if (response.status === 401) throw new Error("This e-mail and password do not belong together.");
  if (response.status === 429) throw new Error("Too many attempts. Wait a minute, then try again.");
  const { refusalSchema } = await import("@/lib/auth/refusal-schema");
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null));
  throw new Error(refusal.success ? refusal.data.message : `The server answered ${response.status}.`);
}

export function SignInForm({ next }: SignInFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const attempt = useMutation({
    mutationFn: signIn,
    // A full load: nothing of an earlier session may stay in memory.
    onSuccess: () => window.location.assign(next),
    meta: { silent: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate({ email: email.trim(), password });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="E-mail">
        <Input
          size="form"
          name="email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password">
        <Input
          size="form"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
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
    </form>
  );
}
