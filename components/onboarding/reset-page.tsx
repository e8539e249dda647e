"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { resetLinkQuery } from "@/components/data/link-queries";
import { Button, ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import type { PasswordReset, ResetLink } from "@/lib/accounts/account-schema";
import { ApiError, client, unwrap } from "@/lib/api/client";
import type { InstanceState } from "@/lib/auth/schema";
import { CheckingLink, UncheckedLink } from "./link-check";
import { NewPassword } from "./new-password";
import { Refusal } from "./refusal";
import { SignedOutTitle } from "./signed-out-frame";
import { useCheckedForm } from "./use-checked-form";
import { useResetToken } from "./use-reset-token";

const title = "Choose a new password";

/** What a reset link opens: a form for a new password, or why it opens nothing. */
export function ResetPage({ ways }: { ways: InstanceState["signIn"] }) {
  const token = useResetToken();
  const [done, setDone] = useState<PasswordReset | null>(null);
  if (done) return <Done done={done} />;
  if (!ways.password)
    return (
      <Closed title="There is no password here">
        Everybody signs in with {ways.oidc?.name ?? "the provider"}, so this link is not valid.
      </Closed>
    );
  return token === null ? <Checking /> : <Linked token={token} onDone={setDone} />;
}

const Checking = () => <CheckingLink title={title}>Checking the link.</CheckingLink>;

function Linked({ token, onDone }: { token: string; onDone: (done: PasswordReset) => void }) {
  const link = useQuery({ ...resetLinkQuery(client.resetLinks, token), enabled: token !== "" });
  if (token === "")
    return (
      <Closed title="Open the link you were given">
        This address lacks the part behind the #, which is what lets you in. Open the whole link, once more
        after a reload.
      </Closed>
    );
  if (link.isPending) return <Checking />;
  if (link.isError) return <UncheckedLink title={title} error={link.error} retry={link.refetch} />;
  const { state, account } = link.data;
  if (state !== "open" || account === null) return <Ended state={state} />;
  return <ResetForm {...{ token, account, onDone }} onEnded={() => void link.refetch()} />;
}

const loadSchema = () =>
  import("@/lib/accounts/account-schema").then((schemas) => schemas.resetPasswordSchema);

type ResetFormProps = {
  token: string;
  account: { name: string; email: string };
  onDone: (done: PasswordReset) => void;
  /** The link was used or ended meanwhile: the page says how. */
  onEnded: () => void;
};

function ResetForm({ token, account, onDone, onEnded }: ResetFormProps) {
  const [password, setPassword] = useState("");
  const json = { token, password };
  const reset = useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: () => unwrap(client.resetLinks["reset-links"].use.$post({ json })),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && (error.code === "GONE" || error.code === "NOT_FOUND")) onEnded();
    },
  });
  const { problems, submit } = useCheckedForm(loadSchema, json, reset.mutate);
  return (
    <form noValidate onSubmit={submit}>
      <SignedOutTitle title={title}>
        For {account.name}. It signs you out everywhere; the second step, where it is on, is asked for as
        before.
      </SignedOutTitle>
      <div className="grid gap-4">
        <Field label="E-mail">
          <Input
            size="form"
            name="email"
            type="email"
            autoComplete="username"
            readOnly
            value={account.email}
          />
        </Field>
        <NewPassword label="New password" value={password} error={problems.password} onChange={setPassword} />
        {reset.error ? <Refusal error={reset.error} /> : null}
        <Button type="submit" variant="primary" size="large" pending={reset.isPending}>
          Set the password
        </Button>
      </div>
    </form>
  );
}

/** What is as it was: a new password is no more than that. */
function Done({ done: { twoFactor, keys, provider } }: { done: PasswordReset }) {
  const stays = [
    ...(twoFactor ? ["Signing in asks for the code of your app, as before."] : []),
    ...(keys > 0
      ? [
          `${formatCount(keys, "API key")} of yours still ${keys === 1 ? "works" : "work"}: revoke under Settings, Keys what others may know.`,
        ]
      : []),
    ...(provider ? [`${provider} still opens your account too: see Settings, Your account.`] : []),
  ];
  return (
    <div role="status">
      <SignedOutTitle title="Your password is set">
        Every browser that was signed in is signed out.
      </SignedOutTitle>
      {stays.length === 0 ? null : (
        <ul className="mb-5 grid list-disc gap-1 pl-5 text-ink-2">
          {stays.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <ButtonLink variant="primary" href="/sign-in">
        Sign in
      </ButtonLink>
    </div>
  );
}

const endings = {
  used: { title: "This link was used already", words: "It works once. If it was not you, tell an operator." },
  expired: { title: "This link has expired", words: "It works for an hour. Ask for another." },
  withdrawn: {
    title: "This link is no longer valid",
    words: "The account, or whoever made the link, has changed since. Ask an operator for another.",
  },
  unknown: {
    title: "This link is not valid",
    words: "A newer one has replaced it, or a part of it was lost when it was copied.",
  },
} as const satisfies Record<Exclude<ResetLink["state"], "open">, { title: string; words: string }>;

function Ended({ state }: { state: ResetLink["state"] }) {
  const { title: words, words: help } = endings[state === "open" ? "unknown" : state];
  return <Closed title={words}>{help}</Closed>;
}

function Closed({ title: words, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <SignedOutTitle title={words}>{children}</SignedOutTitle>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/sign-in">Sign in</ButtonLink>
        <ButtonLink href="/sign-in/forgot">Get another link</ButtonLink>
      </div>
    </>
  );
}
