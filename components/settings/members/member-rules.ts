import { can, isAtMost, type Role, roles } from "@/lib/access/permissions";
import { isPresent } from "@/lib/access/present-member";
import type { Member } from "@/lib/auth/schema";

type Asker = { userId: string; role: Role };
type Subject = Pick<Member, "userId" | "role" | "isMachine" | "isDeactivated">;

/** The roles that one may give somebody; or why none, in words; or nothing to say to whom it is no matter. */
type RoleChoice = { roles: readonly Role[] } | { blocked: string | null };

const onlyOwner = "The only owner. Make somebody else an owner first.";

export function roleChoice(asker: Asker, member: Subject, owners: number): RoleChoice {
  if (!can(asker.role, "members.manage")) return { blocked: null };
  if (member.role === "owner" && asker.role !== "owner")
    return { blocked: "Only an owner changes an owner." };
  if (member.role === "owner" && isPresent(member) && owners === 1) return { blocked: onlyOwner };
  const most = member.isMachine ? roles.indexOf("admin") : roles.indexOf(asker.role);
  return { roles: roles.filter((_, index) => index <= Math.min(most, roles.indexOf(asker.role))) };
}

/** Whether one may take somebody out of the workspace, who is not oneself. */
export function mayRemove(asker: Asker, member: Subject): boolean {
  if (member.userId === asker.userId || !can(asker.role, "members.manage")) return false;
  return member.role !== "owner" || asker.role === "owner";
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
export const whyNotLeave = (asker: Asker, owners: number): string | undefined =>
  asker.role === "owner" && owners === 1
    ? "You are the only owner. Transfer ownership, or delete it."
    : undefined;

/** Of those who get in: a workspace must not be left to an account that does not. */
export const ownerCount = (members: readonly Subject[]): number =>
  members.filter((member) => member.role === "owner" && isPresent(member)).length;
