import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { findPeople } from "@/lib/people/find-people";
import { sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { mailSettings } from "@/lib/platform/mail";
import type { Invitation, InvitationLink } from "./invitation-schema";

const mostListed = 200;

export type InvitationRow = {
  id: string;
  role: Invitation["role"];
  email: string | null;
  createdById: string;
  createdAt: Date;
  expiresAt: Date;
  sentAt: Date | null;
  acceptedAt: Date | null;
  acceptedById: string | null;
  revokedAt: Date | null;
};

/** In a `where`: invitations whose `invitationState` is open. */
export const openInvitation = (now: Date) =>
  ({
    acceptedAt: null,
    revokedAt: null,
    expiresAt: { gt: now },
  }) as const satisfies Prisma.InvitationWhereInput;

/** What became of an invitation; `expired` only while nothing else did. */
export function invitationState(
  { acceptedAt, revokedAt, expiresAt }: Pick<InvitationRow, "acceptedAt" | "revokedAt" | "expiresAt">,
  now: Date,
): Invitation["state"] {
  if (acceptedAt !== null) return "accepted";
  if (revokedAt !== null) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}

/** All that are open, then the others up to 200, the newest first: no number of ended ones hides a link that works. */
export async function listInvitations(
  context: Context,
): Promise<{ items: Invitation[]; sendsMail: boolean }> {
  requirePermission(context, "members.manage");
  const open = openInvitation(context.now());
  const read = (where: Prisma.InvitationWhereInput) =>
    context.db.invitation.findMany({
      where: { AND: [{ workspaceId: context.workspace.id }, where] },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: mostListed,
    });
  const [working, ended] = await Promise.all([read(open), read({ NOT: open })]);
  const rows = [...working, ...ended].slice(0, mostListed);
  return { items: await toInvitations(context, rows), sendsMail: mailSettings() !== null };
}

export async function toInvitations(
  { db, now }: Pick<Context, "db" | "now">,
  rows: readonly InvitationRow[],
): Promise<Invitation[]> {
  const ids = rows.flatMap(({ createdById, acceptedById }) => [createdById, acceptedById ?? []].flat());
  const personOf = await findPeople({ db }, ids);
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    email: row.email,
    state: invitationState(row, now()),
    createdBy: personOf(row.createdById),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    accepted:
      row.acceptedAt && row.acceptedById
        ? { by: personOf(row.acceptedById), at: row.acceptedAt.toISOString() }
        : null,
  }));
}

/** What a link opens, for whoever holds it; of one that opens nothing, why. Open to anyone: the invite page needs it. */
export async function lookAtInvitation(
  context: DatabaseContext,
  token: string,
  now: Date,
): Promise<InvitationLink> {
  const row = await context.db.invitation.findUnique({
    where: { tokenHash: sha256(token) },
    include: { workspace: { select: { name: true } } },
  });
  if (!row) return { state: "unknown", invitation: null };
  const state = invitationState(row, now);
  if (state !== "open") return { state: state === "accepted" ? "used" : state, invitation: null };
  const [invitation] = await toInvitations({ db: context.db, now: () => now }, [row]);
  return {
    state,
    invitation: {
      workspace: row.workspace.name,
      role: row.role,
      invitedBy: invitation?.createdBy.name ?? "",
      emailHint: row.email === null ? null : hintOf(row.email),
      expiresAt: row.expiresAt.toISOString(),
      signIn: { passwords: env().passwordSignIn, provider: env().oidc?.name ?? null },
    },
  };
}

/** "ines@example.com" -> "i…@example.com" */
export function hintOf(email: string): string {
  const at = email.lastIndexOf("@");
  return `${Array.from(email)[0] ?? ""}…${email.slice(at)}`;
}
