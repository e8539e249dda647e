import type { Context } from "@/lib/access/context";
import { mayGiveRole } from "@/lib/access/member-rules";
import { can, type Role, roles } from "@/lib/access/permissions";
import type { Prisma } from "@/lib/db/generated/client";

/** Ends those of these invitations with which nobody has joined: their links open nothing any more. Answers how many. */
export async function revokeInvitations(
  { db, now }: Pick<Context, "db" | "now">,
  which: Prisma.InvitationWhereInput,
): Promise<number> {
  const { count } = await db.invitation.updateMany({
    where: { AND: [which, { acceptedAt: null, revokedAt: null }] },
    data: { revokedAt: now() },
  });
  return count;
}

/**
 * Revokes the invitations of somebody that they could no longer write themselves, so that nobody keeps a way back in,
 * or up. `role` is theirs from now on; null when they are gone. Answers how many.
 */
export function revokeInvitationsOf(context: Context, userId: string, role: Role | null): Promise<number> {
  const mayInvite = role !== null && can(role, "members.manage");
  const above = roles.filter((each) => !mayInvite || !mayGiveRole(role, each));
  const workspaceId = context.workspace.id;
  return revokeInvitations(context, { workspaceId, createdById: userId, role: { in: above } });
}
