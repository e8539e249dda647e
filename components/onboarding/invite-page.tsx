"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { invitationLinkQuery } from "@/components/data/link-queries";
import { ButtonLink } from "@/components/ui/button";
import { client } from "@/lib/api/client";
import type { InvitationLink } from "@/lib/auth/invitation-schema";
import { JoinAsMember } from "./join-as-member";
import { JoinForm } from "./join-form";
import { CheckingLink, UncheckedLink } from "./link-check";
import { SignedOutFrame, SignedOutTitle } from "./signed-out-frame";
import { useInvitationToken } from "./use-invitation-token";
import { WhatYouWillFind } from "./what-you-will-find";

/** Whoever is signed in already in this browser. */
export type SignedIn = { name: string; email: string };

type InvitePageProps = { version: string; person: SignedIn | null };

/** What a link of an invitation opens: joining with one click, with a new account, or why it opens nothing. */
export function InvitePage({ version, person }: InvitePageProps) {
  const token = useInvitationToken();
  return (
    <SignedOutFrame
      foot={<span>Greenroom {version}</span>}
      aside={
        <WhatYouWillFind name={person?.name ?? "You"}>
          Write a skill, give it to an agent, and watch every step of its work: what it was told, what it
          loaded, what it did not need again and what it was refused.
        </WhatYouWillFind>
      }
    >
      {token === null ? <Checking /> : <Invited token={token} person={person} />}
    </SignedOutFrame>
  );
}

function Invited({ token, person }: { token: string; person: SignedIn | null }) {
  const link = useQuery({ ...invitationLinkQuery(client.invitations, token), enabled: token !== "" });
  if (token === "")
    return (
      <Closed title="Open the link you were given" isSignedIn={person !== null}>
        This address lacks the part behind the #, which is what lets you in. Copy the whole link.
      </Closed>
    );
  if (link.isPending) return <Checking />;
  if (link.isError) return <UncheckedLink title="Join a workspace" error={link.error} retry={link.refetch} />;
  const { state, invitation } = link.data;
  if (state !== "open" || invitation === null) return <Ended state={state} isSignedIn={person !== null} />;
  const join = { token, invitation, onEnded: () => void link.refetch() };
  return person ? <JoinAsMember {...join} person={person} /> : <JoinForm {...join} />;
}

const endings = {
  used: {
    title: "This link was used already",
    words: "It works once. If it was you, sign in; if not, ask for another.",
  },
  expired: { title: "This link has expired", words: "Ask whoever invited you for another." },
  revoked: {
    title: "This invitation was taken back",
    words: "Somebody revoked it, or made a newer one for you. Ask whoever invited you.",
  },
  unknown: {
    title: "This link is not valid",
    words: "Perhaps a part of it was lost when it was copied. Copy the whole link, or ask for another.",
  },
} as const satisfies Record<Exclude<InvitationLink["state"], "open">, { title: string; words: string }>;

function Ended({ state, isSignedIn }: { state: InvitationLink["state"]; isSignedIn: boolean }) {
  const { title, words } = endings[state === "open" ? "unknown" : state];
  return (
    <Closed title={title} isSignedIn={isSignedIn}>
      {words}
    </Closed>
  );
}

type ClosedProps = { title: string; isSignedIn: boolean; children: ReactNode };

function Closed({ title, isSignedIn, children }: ClosedProps) {
  return (
    <>
      <SignedOutTitle title={title}>{children}</SignedOutTitle>
      <ButtonLink href={isSignedIn ? "/" : "/sign-in"}>
        {isSignedIn ? "Open Greenroom" : "Sign in"}
      </ButtonLink>
    </>
  );
}

const Checking = () => <CheckingLink title="Join a workspace">Checking the invitation.</CheckingLink>;
