import "server-only";
import type { Context } from "@/lib/access/context";
import { holdsAt } from "@/lib/access/key-state";
import { mayChangeMember } from "@/lib/access/member-rules";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import {
  getLockedMember,
  inMembershipTransaction,
  type LockedMember,
} from "../internal/membership-transaction";
import { requireAnotherOwner } from "../internal/require-another-owner";
import { revokeInvitationsOf } from "../writes/revoke-invitations";

/**
 * Takes somebody out of the workspace. What they wrote, ran and said stays, under their name; their keys end, and
 * with them their streams. FORBIDDEN for an owner unless an owner does it; CONFLICT (last-owner) for the only one.
 */
export async function removeMember(context: Context, input: { member: string }): Promise<void> {
  requirePermission(context, "members.manage");
  if (input.member === context.actor.userId)
    throw new AppError("UNPROCESSABLE", "This is you: leave the workspace instead.");
  await inMembershipTransaction(context, "members.manage", async (context) => {
    const member = await getLockedMember(context, input.member);
    if (!mayChangeMember(context.workspace.role, member))
      throw new AppError("FORBIDDEN", `${member.name} is an owner: only an owner removes them.`, {
        details: { reason: "owner" },
      });
    await takeOut(context, member, "member.removed");
  });
}

/** Takes the actor out. CONFLICT (last-owner) for the only owner: hand the workspace over, or delete it. */
export async function leaveWorkspace(context: Context): Promise<void> {
  requirePermission(context, "workspace.leave");
  await inMembershipTransaction(context, "workspace.leave", async (context) => {
    const member = await getLockedMember(context, context.actor.userId);
    await takeOut(context, member, "member.left");
  });
}

async function takeOut(
  context: Context,
  { userId, name, role }: LockedMember,
  action: "member.removed" | "member.left",
): Promise<void> {
  if (role === "owner") await requireAnotherOwner(context, userId);
  const workspaceId = context.workspace.id;
  // Keys before the membership: in the order in which a write of a key's holds both.
  const keys = await context.db.apiKey.updateMany({
    where: { workspaceId, userId, revokedAt: null },
    data: { revokedAt: context.now() },
  });
  await context.db.member.delete({ where: { workspaceId_userId: { workspaceId, userId } } });
  // Keys of machines work on, and whoever made one has seen it: the trail says so to whoever changes keys now.
  const machineKeys = await context.db.apiKey.count({
    where: { ...holdsAt(context.now()), workspaceId, createdById: userId, userId: { not: userId } },
  });
  const maintained = await context.db.skillMaintainer.deleteMany({ where: { workspaceId, userId } });
  // Whoever comes back begins anew: nothing is open to them by name.
  await context.db.$executeRaw`
    UPDATE "Skill" SET access = jsonb_set(access, '{people,members}', (access #> '{people,members}') - ${userId}::text),
      "accessRevision" = "accessRevision" + 1
    WHERE "workspaceId" = ${workspaceId}::uuid AND jsonb_exists(access #> '{people,members}', ${userId}::text)`;
  const invitationsRevoked = await revokeInvitationsOf(context, userId, null);
  await appendAudit(context, {
    action,
    object: { type: "member", id: userId, name },
    detail: {
      role,
      keysRevoked: keys.count,
      maintainerOf: maintained.count,
      invitationsRevoked,
      ...(machineKeys > 0 ? { machineKeysLeft: machineKeys } : {}),
    },
  });
  await notify(context, { topic: "members", workspaceId });
}
