import "server-only";
import type { Context } from "@/lib/access/context";
import { mayChangeMember, mayGiveRole } from "@/lib/access/member-rules";
import { type Role, requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import {
  getLockedMember,
  inMembershipTransaction,
  type LockedMember,
} from "../internal/membership-transaction";
import { requireAnotherOwner, requireFitToOwn } from "../internal/require-another-owner";
import { type ChangeRole, changeRoleSchema } from "../member-schema";
import { toMember } from "../queries";
import type { Member } from "../schema";
import { revokeInvitationsOf } from "../writes/revoke-invitations";

/**
 * Gives a member another role. Nobody gives a role above their own, and only an owner touches an owner: FORBIDDEN.
 * CONFLICT (last-owner) for the only owner; the same role again changes nothing.
 */
export async function changeRole(context: Context, input: { member: string } & ChangeRole): Promise<Member> {
  requirePermission(context, "members.manage");
  const { role } = changeRoleSchema.parse(input);
  return inMembershipTransaction(context, "members.manage", async (context) => {
    const member = await getLockedMember(context, input.member);
    requireWithin(context, member, role);
    if (member.role === role) return toMember(member);
    if (member.role === "owner") await requireAnotherOwner(context, member.userId);
    const workspaceId = context.workspace.id;
    await context.db.member.update({
      where: { workspaceId_userId: { workspaceId, userId: member.userId } },
      data: { role },
    });
    const revoked = await revokeInvitationsOf(context, member.userId, role);
    await appendAudit(context, {
      action: "member.role-changed",
      object: { type: "member", id: member.userId, name: member.name },
      detail: { before: member.role, after: role, ...(revoked > 0 ? { invitationsRevoked: revoked } : {}) },
    });
    await notify(context, { topic: "members", workspaceId });
    return toMember({ ...member, role });
  });
}

function requireWithin({ workspace: { role: own } }: Context, member: LockedMember, role: Role): void {
  if (!mayGiveRole(own, role))
    throw new AppError("FORBIDDEN", `Your role here is ${own}: you cannot make anybody ${role}.`, {
      details: { reason: "above-own-role" },
    });
  if (!mayChangeMember(own, member))
    throw new AppError("FORBIDDEN", `${member.name} is an owner: only an owner changes that.`, {
      details: { reason: "owner" },
    });
  if (role === "owner") requireFitToOwn(member);
}
