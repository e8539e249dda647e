"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { useLoaded } from "@/components/ui/use-loaded";
import { ApiError, client, unwrap } from "@/lib/api/client";
import { InvitationTitle, type OpenInvitation } from "./invitation-title";
import { JoinWithProvider } from "./join-with-provider";
import { NewPassword } from "./new-password";
import { Refusal } from "./refusal";
import { forgetInvitation } from "./use-invitation-token";

/** The sign-in, and back here: the tab remembers the link. */
const signInPath = `/sign-in?next=${encodeURIComponent("/invite")}`;

type JoinFormProps = {
  token: string;
  invitation: OpenInvitation;
  /** The link was used or ended meanwhile: the page says how. */
  onEnded: () => void;
};
type Entry = { name: string; email: string; password: string };

const loadAccountSchema = () =>
  import("@/lib/auth/invitation-schema").then((schemas) => schemas.newAccountSchema);
type AccountSchema = Awaited<ReturnType<typeof loadAccountSchema>>;

/** The first problem of each field, by its name; none before the rules are loaded. */
function problemsOf(schema: AccountSchema | null, entry: Entry): Partial<Record<string, string>> {
  const issues = schema?.safeParse(entry).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}

/** Somebody new makes an account and joins; whoever has one signs in first. */
export function JoinForm({ token, invitation, onEnded }: JoinFormProps) {
  const { passwords, provider } = invitation.signIn;
  return (
    <>
      <InvitationTitle {...invitation} />
      <div className="grid gap-4">
        {provider === null ? null : <JoinWithProvider token={token} name={provider} />}
        {passwords ? <AccountForm token={token} invitation={invitation} onEnded={onEnded} /> : null}
        <p className="text-ink-2">
          You have an account here? <TextLink href={signInPath}>Sign in to join with it</TextLink>.
        </p>
      </div>
    </>
  );
}

function AccountForm({ token, invitation, onEnded }: JoinFormProps) {
  const [entry, setEntry] = useState<Entry>({ name: "", email: "", password: "" });
  const [tried, setTried] = useState(false);
  const schema = useLoaded(loadAccountSchema);
  const join = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(client.invitations.invitations.accept.$post({ json: { token, account: entry } })),
    onSuccess: ({ slug }) => {
      forgetInvitation();
      // A full load: the session's cookie has just come.
      window.location.assign(`/w/${slug}/skills`);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "GONE") onEnded();
    },
  });
  const reason = join.error instanceof ApiError ? join.error.details.reason : undefined;
  const problems = tried ? problemsOf(schema, entry) : {};
  const set = (change: Partial<Entry>) => setEntry((before) => ({ ...before, ...change }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget.elements;
    setTried(true);
    // Whoever is faster than the rules waits for them; without them the server has the last word.
    const wrong = Object.keys(problemsOf(await loadAccountSchema().catch(() => null), entry));
    if (wrong.length === 0) return join.mutate();
    const inputs = [...fields].filter((field) => field instanceof HTMLInputElement);
    inputs.find(({ name }) => wrong.includes(name))?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Your name" error={problems.name}>
        <Input
          size="form"
          name="name"
          autoComplete="name"
          value={entry.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <Field
        label="E-mail"
        error={
          problems.email ??
          (reason === "other-address" ? "The invitation is for another address." : undefined)
        }
        help={invitation.emailHint === null ? undefined : `The invitation is for ${invitation.emailHint}.`}
      >
        <Input
          size="form"
          name="email"
          type="email"
          autoComplete="username"
          value={entry.email}
          onChange={({ target }) => set({ email: target.value })}
        />
      </Field>
      <NewPassword
        label="Password"
        value={entry.password}
        error={problems.password}
        onChange={(password) => set({ password })}
      />
      {join.error === null ? null : reason === "has-account" ? (
        <Notice
          tone="error"
          title="There is an account with this address"
          action={<ButtonLink href={signInPath}>Sign in</ButtonLink>}
        >
          Sign in with it, and you join with one click.
        </Notice>
      ) : reason === "other-address" ? null : (
        <Refusal error={join.error} />
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={join.isPending || join.isSuccess}
        className="mt-1"
      >
        Join {invitation.workspace}
      </Button>
    </form>
  );
}
