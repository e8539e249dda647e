"use client";

import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { ApiError } from "@/lib/api/client";
import { type Account, AccountFields } from "./account-fields";
import { InvitationTitle, type OpenInvitation } from "./invitation-title";
import { JoinWithProvider } from "./join-with-provider";
import { Refusal } from "./refusal";
import { useCheckedForm } from "./use-checked-form";
import { useJoin } from "./use-join";
import { WordDivider } from "./word-divider";

/** The sign-in, and back here: the tab remembers the link. */
const signInPath = `/sign-in?next=${encodeURIComponent("/invite")}`;

type JoinFormProps = {
  token: string;
  invitation: OpenInvitation;
  /** The link was used or ended meanwhile: the page says how. */
  onEnded: () => void;
};

const loadAccountSchema = () =>
  import("@/lib/auth/invitation-schema").then((schemas) => schemas.newAccountSchema);

/** Somebody new makes an account and joins; whoever has one signs in first. */
export function JoinForm({ token, invitation, onEnded }: JoinFormProps) {
  const { passwords, provider } = invitation.signIn;
  return (
    <>
      <InvitationTitle {...invitation} />
      <div className="grid gap-4">
        {provider === null ? null : <JoinWithProvider token={token} name={provider} />}
        {provider !== null && passwords ? <WordDivider>or with an account made here</WordDivider> : null}
        {passwords ? <AccountForm token={token} invitation={invitation} onEnded={onEnded} /> : null}
        <p className="text-ink-2">
          You have an account here? <TextLink href={signInPath}>Sign in to join with it</TextLink>.
        </p>
      </div>
    </>
  );
}

type Reason = string | undefined;

const reasonOfRefusal = (error: Error | null): Reason =>
  error instanceof ApiError && typeof error.details.reason === "string" ? error.details.reason : undefined;

function AccountForm({ token, invitation, onEnded }: JoinFormProps) {
  const [account, setAccount] = useState<Account>({ name: "", email: "", password: "" });
  const join = useJoin({ token, account, onEnded });
  const reason = reasonOfRefusal(join.error);
  const { problems, submit } = useCheckedForm(loadAccountSchema, account, join.mutate);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <AccountFields
        account={account}
        onChange={(change) => setAccount((before) => ({ ...before, ...change }))}
        problems={
          reason === "other-address"
            ? { email: "The invitation is for another address.", ...problems }
            : problems
        }
        emailHelp={
          invitation.emailHint === null ? undefined : `The invitation is for ${invitation.emailHint}.`
        }
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
