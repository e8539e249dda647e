import "server-only";
import type { VisitorContext } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { type InvitationRow, invitationState } from "../invitations";
import type { Workspace } from "../schema";

type Person = { id: string; name: string; email: string };

/**
 * Makes somebody a member by a link and uses it up, in a transaction of the caller's: also of one that makes the
 * person first. Of many at once with one link one joins. Throws what `acceptInvitation` says.
 */
export async function joinByInvitation(
  context: VisitorContext,
  person: Person,
  token: string,
): Promise<Workspace> {
  const { workspaceId } = await requireOpenInvitation(context, token, context.now(), person.email);
  // The workspace first, then the invitation: in the order of everybody who changes members.
  await context.db
    .$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
  const workspace = await context.db.workspace.findUnique({ where: { id: workspaceId } });
  const invitation = await requireOpenInvitation(context, token, context.now(), person.email);
  if (!workspace) throw unknownLink();
  const membership = { workspaceId_userId: { workspaceId, userId: person.id } };
  if (await context.db.member.findUnique({ where: membership, select: { role: true } }))
    throw new AppError("CONFLICT", `You are a member of ${workspace.name} already.`, {
      details: { reason: "member", slug: workspace.slug },
    });
  const { role } = invitation;
  await context.db.member.create({
    data: { workspaceId, userId: person.id, role, createdAt: context.now() },
  });
  await context.db.invitation.update({
    where: { id: invitation.id },
    data: { acceptedAt: context.now(), acceptedById: person.id },
  });
  await appendAudit(
    { ...context, actor: { userId: person.id, name: person.name }, workspace },
    {
      action: "member.joined",
      object: { type: "member", id: person.id, name: person.name },
      detail: { role, invitation: invitation.id, invitedBy: invitation.createdById },
    },
  );
  await notify(context, { topic: "members", workspaceId });
  const { id, slug, name, createdAt } = workspace;
  return { id, slug, name, role, createdAt: createdAt.toISOString() };
}

/** The invitation of a link that this address may use now. Throws what `acceptInvitation` says of links. */
export async function requireOpenInvitation(
  { db }: DatabaseContext,
  token: string,
  now: Date,
  email: string,
): Promise<InvitationRow & { workspaceId: string }> {
  const row = await db.invitation.findUnique({ where: { tokenHash: sha256(token) } });
  if (!row) throw unknownLink();
  const state = invitationState(row, now);
  if (state === "accepted") throw gone("used", "This link was used already, and works once.");
  if (state === "expired") throw gone("expired", "This link has expired.");
  if (state === "revoked") throw gone("revoked", "This link was revoked.");
  if (row.email !== null && row.email !== email.toLowerCase())
    throw new AppError("FORBIDDEN", "This link is for another e-mail address.", {
      details: { reason: "other-address" },
    });
  return row;
}

const unknownLink = () =>
  new AppError("NOT_FOUND", "There is no such invitation. Perhaps a part of the link was lost.");

const gone = (reason: string, message: string) =>
  new AppError("GONE", `${message} Ask for another.`, { details: { reason } });
