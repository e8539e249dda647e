import type { Role } from "@/lib/access/permissions";
import { onOneLine } from "@/lib/kernel/on-one-line";

type InvitationLetter = { inviter: string; workspace: string; role: Role; expiresAt: Date; url: string };

/** The letter of an invitation: plain text, in which the link stands on a line of its own. */
export function writeInvitation({ inviter, workspace, role, expiresAt, url }: InvitationLetter): {
  subject: string;
  text: string;
} {
  const [by, to] = [onOneLine(inviter), onOneLine(workspace)];
  return {
    subject: `${by} invites you to ${to} on Greenroom`,
    text: [
      `${by} invites you to the workspace ${to} on Greenroom, as ${role}.`,
      "",
      "Open this link to join. It works once, for this e-mail address, until",
      `${expiresAt.toUTCString()}:`,
      "",
      url,
      "",
      "Whoever has the link can use it, so do not pass it on. If you expected no invitation, do nothing.",
      "",
    ].join("\n"),
  };
}
