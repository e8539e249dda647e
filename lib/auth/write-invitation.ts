import type { Role } from "@/lib/access/permissions";

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

/** Names are other people's text: no line of theirs may look like one of ours, or end a header. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
