"use client";

import { skillsPath } from "@/components/data/skill-paths";
import { signOut } from "@/components/layout/sign-out";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextButton } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toaster";
import { ApiError } from "@/lib/api/client";
import { InvitationTitle, type OpenInvitation } from "./invitation-title";
import type { SignedIn } from "./invite-page";
import { Refusal } from "./refusal";
import { useJoin } from "./use-join";

type JoinAsMemberProps = {
  token: string;
  invitation: OpenInvitation;
  person: SignedIn;
  /** The link was used or ended meanwhile: the page says how. */
  onEnded: () => void;
};

/** Whoever is signed in joins with one click. */
export function JoinAsMember({ token, invitation, person, onEnded }: JoinAsMemberProps) {
  const join = useJoin({ token, onEnded });
  const isMember = join.error instanceof ApiError && join.error.details.reason === "member";
  const change = () => signOut("/invite").catch((error: Error) => toast.error(error.message));
  return (
    <>
      <InvitationTitle {...invitation} />
      <div className="grid gap-4">
        <p className="text-ink-2">
          You are signed in as <span className="font-medium text-ink">{person.name}</span> ({person.email}).{" "}
          <TextButton onClick={change}>Not you?</TextButton>
        </p>
        {invitation.emailHint === null ? null : (
          <p className="text-12 text-ink-3">
            The invitation is for {invitation.emailHint} and works for that address alone.
          </p>
        )}
        {join.error === null ? null : isMember ? (
          <Notice
            title={join.error.message}
            action={<ButtonLink href={openPath(join.error)}>Open it</ButtonLink>}
          />
        ) : (
          <Refusal error={join.error} />
        )}
        <Button
          variant="primary"
          size="large"
          pending={join.isPending || join.isSuccess}
          onClick={() => join.mutate()}
        >
          Join {invitation.workspace}
        </Button>
      </div>
    </>
  );
}

function openPath(error: Error): string {
  const slug = error instanceof ApiError ? error.details.slug : undefined;
  return typeof slug === "string" ? skillsPath(slug) : "/";
}
