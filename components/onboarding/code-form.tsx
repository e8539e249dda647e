"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AuthError, postToAuth } from "@/components/layout/auth-requests";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { TextButton, TextLink } from "@/components/ui/text-link";
import { SignedOutTitle } from "./signed-out-frame";

const kinds = {
  app: {
    title: "Enter the code of your app",
    words: "The six digits that your authenticator app shows for Greenroom now.",
    label: "Code",
    path: "two-factor/verify-totp",
    other: "Use a backup code",
  },
  backup: {
    title: "Enter a backup code",
    words: "One of the ten that you kept when you switched this on. Each works once.",
    label: "Backup code",
    path: "two-factor/verify-backup-code",
    other: "Use the app",
  },
} as const;
type Kind = keyof typeof kinds;

/** After these there is nothing to answer any more: the first step has to be taken again. */
const over = new Set(["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"]);

/** The second step. `next`: where to go afterwards, a path of this app. */
export function CodeForm({ next }: { next: string }) {
  const [kind, setKind] = useState<Kind>("app");
  const [isTrusted, setTrusted] = useState(false);
  const { title, words, label, path, other } = kinds[kind];
  const attempt = useMutation({
    mutationFn: (typed: string) =>
      postToAuth(path, {
        code: kind === "app" ? typed.replace(/\s/g, "") : typed.trim(),
        trustDevice: isTrusted,
      }),
    onSuccess: () => window.location.assign(next),
    meta: { silent: true },
  });
  const isOver = attempt.error instanceof AuthError && over.has(attempt.error.code);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What the field holds, not what was seen being typed: a manager of passwords may be faster than this page.
    const typed = new FormData(event.currentTarget).get("code");
    if (!attempt.isPending && !isOver) attempt.mutate(String(typed ?? ""));
  };
  return (
    <form method="post" onSubmit={submit}>
      <SignedOutTitle title={title}>{words}</SignedOutTitle>
      <div className="grid gap-4">
        <Field label={label}>
          <Input
            key={kind}
            name="code"
            size="form"
            mono
            autoFocus
            required
            inputMode={kind === "app" ? "numeric" : "text"}
            autoComplete="one-time-code"
            maxLength={kind === "app" ? 9 : 20}
          />
        </Field>
        <Checkbox
          label="Do not ask on this device for 30 days"
          help="Only where nobody else uses it. Signing out everywhere else forgets it."
          checked={isTrusted}
          onChange={(event) => setTrusted(event.target.checked)}
        />
        {attempt.error ? <Notice tone="error" title={attempt.error.message} /> : null}
        <Button
          type="submit"
          variant="primary"
          size="large"
          pending={attempt.isPending || attempt.isSuccess}
          blockedReason={isOver ? "Sign in again first." : undefined}
        >
          Continue
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <TextButton
            onClick={() => {
              setKind(kind === "app" ? "backup" : "app");
              attempt.reset();
            }}
          >
            {other}
          </TextButton>
          <TextLink href={`/sign-in?${new URLSearchParams({ next })}`}>Sign in again</TextLink>
        </div>
      </div>
    </form>
  );
}
