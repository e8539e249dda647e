import { mayChangeMember, rolesToGive } from "@/lib/access/member-rules";
import { can, isAtMost, type Role } from "@/lib/access/permissions";
import { isPresent } from "@/lib/access/present-member";
import type { Member } from "@/lib/auth/schema";

type Asker = { userId: string; role: Role };
type Subject = Pick<Member, "userId" | "role" | "isMachine" | "isDeactivated">;

/** The roles that one may give somebody; or why none, in words; or nothing to say to whom it is no matter. */
type RoleChoice = { roles: readonly Role[] } | { blocked: string | null };

const onlyOwner = "The only owner. Make somebody else an owner first.";

/** `isOnly`: whether the member is the only owner. */
export function roleChoice(asker: Asker, member: Subject, isOnly: boolean): RoleChoice {
  if (!can(asker.role, "members.manage")) return { blocked: null };
  if (!mayChangeMember(asker.role, member)) return { blocked: "Only an owner changes an owner." };
  if (isOnly) return { blocked: onlyOwner };
  return { roles: rolesToGive(asker.role, member) };
}

/** Whether one may take somebody out of the workspace, who is not oneself. */
export function mayRemove(asker: Asker, member: Subject): boolean {
  if (member.userId === asker.userId || !can(asker.role, "members.manage")) return false;
  return mayChangeMember(asker.role, member);
}

/** Whether a reset link is worth asking for; the server knows whether the account is this workspace's alone. */
export const mayResetPassword = (asker: Asker, member: Subject): boolean =>
  can(asker.role, "members.manage") &&
  member.userId !== asker.userId &&
  isPresent(member) &&
  isAtMost(member.role, asker.role);

/** Whether the workspace may be handed over to somebody. */
export const mayHandOver = (asker: Asker, member: Subject): boolean =>
  can(asker.role, "workspace.transfer") && member.userId !== asker.userId && isPresent(member);

/** Why the asker cannot leave, for `blockedReason`. */
export const whyNotLeave = (isOnly: boolean): string | undefined =>
  isOnly ? "You are the only owner. Transfer ownership, or delete it." : undefined;
