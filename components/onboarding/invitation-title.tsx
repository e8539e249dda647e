"use client";

import { roleWords } from "@/components/layout/role-words";
import { formatExact } from "@/components/ui/format";
import { useReaderTimeZone } from "@/components/ui/use-is-hydrated";
import type { InvitationLink } from "@/lib/auth/invitation-schema";
import { SignedOutTitle } from "./signed-out-frame";

export type OpenInvitation = NonNullable<InvitationLink["invitation"]>;

/** Says who invites to what, as what, until when. */
export function InvitationTitle({ workspace, role, invitedBy, expiresAt }: OpenInvitation) {
  const timeZone = useReaderTimeZone();
  return (
    <SignedOutTitle title={`Join ${workspace}`}>
      {invitedBy} invites you as <strong className="font-medium text-ink">{role}</strong>. {roleWords[role]}{" "}
      The link works once, until{" "}
      <time dateTime={expiresAt} suppressHydrationWarning>
        {formatExact(new Date(expiresAt), timeZone)}
      </time>
      .
    </SignedOutTitle>
  );
}
