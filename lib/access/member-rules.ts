import { isAtMost, type Role, roles } from "./permissions";
import { isPresent, presentUser } from "./present-member";

type Subject = { role: Role; isMachine: boolean; isDeactivated: boolean };

/** Only an owner changes or removes an owner. */
export const mayChangeMember = (own: Role, member: Pick<Subject, "role">): boolean =>
  member.role !== "owner" || own === "owner";

/** Nobody gives a role above their own. */
export const mayGiveRole = (own: Role, role: Role): boolean => isAtMost(role, own);

/** A machine owns nothing, and whoever does not get in could do nothing with it. */
export const canOwn = (member: Omit<Subject, "role">): boolean => isPresent(member);

/** From least to most, what whoever has the role `own` may make of a member; what they are already is one of them. */
export const rolesToGive = (own: Role, member: Subject): readonly Role[] =>
  roles.filter(
    (role) => role === member.role || (mayGiveRole(own, role) && (role !== "owner" || canOwn(member))),
  );

/** In a `where` over members: the other owners than this one. Without one of them, nobody gets in who owns the workspace. */
export const otherOwners = (userId: string) =>
  ({ userId: { not: userId }, role: "owner", user: presentUser }) as const;

/** The same of members at hand: somebody who has to stay an owner, or the workspace would have none who gets in. */
export const isOnlyOwner = (
  { userId, role }: { userId: string; role: Role },
  members: readonly (Subject & { userId: string })[],
): boolean =>
  role === "owner" &&
  !members.some((member) => member.userId !== userId && member.role === "owner" && isPresent(member));
