import type { Context } from "@/lib/access/context";
import { can, type Role, roles } from "@/lib/access/permissions";

/**
 * Revokes the open invitations of somebody that they could no longer write themselves, so that nobody keeps a way
 * back in, or up. `role` is theirs from now on; null when they are gone. Answers how many.
 */
export async function withdrawInvitations(
  { db, workspace, now }: Context,
  userId: string,
  role: Role | null,
): Promise<number> {
  const mayInvite = role !== null && can(role, "members.manage");
  const above = roles.filter((each) => !mayInvite || roles.indexOf(each) > roles.indexOf(role));
  const { count } = await db.invitation.updateMany({
    where: {
      workspaceId: workspace.id,
      createdById: userId,
      acceptedAt: null,
      revokedAt: null,
      role: { in: [...above] },
    },
    data: { revokedAt: now() },
  });
  return count;
}
