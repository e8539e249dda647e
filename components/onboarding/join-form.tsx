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

type Reason = string | undefined;

const reasonOf = (error: Error | null): Reason =>
  error instanceof ApiError && typeof error.details.reason === "string" ? error.details.reason : undefined;

function useJoin(token: string, account: Entry, onEnded: () => void) {
  return useMutation({
    meta: { silent: true },
    mutationFn: () => unwrap(client.invitations.invitations.accept.$post({ json: { token, account } })),
    onSuccess: ({ slug }) => {
      forgetInvitation();
      // A full load: the session's cookie has just come.
      window.location.assign(`/w/${slug}/skills`);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "GONE") onEnded();
    },
  });
}

function AccountForm({ token, invitation, onEnded }: JoinFormProps) {
  const [entry, setEntry] = useState<Entry>({ name: "", email: "", password: "" });
  const [tried, setTried] = useState(false);
  const schema = useLoaded(loadAccountSchema);
  const join = useJoin(token, entry, onEnded);
  const reason = reasonOf(join.error);
  const problems = tried ? problemsOf(schema, entry) : {};
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
      <AccountFields
        entry={entry}
        set={(change) => setEntry((before) => ({ ...before, ...change }))}
        problems={
          reason === "other-address"
            ? { email: "The invitation is for another address.", ...problems }
            : problems
        }
        emailHint={invitation.emailHint}
      />
      {join.error === null ? null : <WhyNot error={join.error} reason={reason} />}
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

type AccountFieldsProps = {
  entry: Entry;
  set: (change: Partial<Entry>) => void;
  problems: Partial<Record<string, string>>;
  emailHint: string | null;
};

function AccountFields({ entry, set, problems, emailHint }: AccountFieldsProps) {
  return (
    <>
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
        error={problems.email}
        help={emailHint === null ? undefined : `The invitation is for ${emailHint}.`}
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
    </>
  );
}

/** What stands at a field already is not said again. */
function WhyNot({ error, reason }: { error: Error; reason: Reason }) {
  if (reason === "other-address") return null;
  if (reason !== "has-account") return <Refusal error={error} />;
  return (
    <Notice
      tone="error"
      title="There is an account with this address"
      action={<ButtonLink href={signInPath}>Sign in</ButtonLink>}
    >
      Sign in with it, and you join with one click.
    </Notice>
  );
}
