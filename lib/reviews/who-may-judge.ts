import { isAtMost, type Role } from "@/lib/access/permissions";
import { isPresent } from "@/lib/access/present-member";

export type Membership = { role: Role; isMachine: boolean; isDeactivated: boolean };

/** Who is there, and who wrote what somebody else has to look at. */
export type FourEyes = {
  /** Everybody who belongs to the workspace now, machines and deactivated accounts included, by user id. */
  members: ReadonlyMap<string, Membership>;
  /** User ids of whoever saved any part of the draft since the newest version, and of those whose text it is. */
  authors: readonly string[];
};

/** How many could look at what another of them wrote: one person alone is not asked to, nor one with whom nobody else gets in. */
export const countPeople = ({ members }: Pick<FourEyes, "members">): number =>
  [...members.values()].filter(isPresent).length;

/** Whether they wrote any part of it: then their approval does not count, and they dismiss nothing that blocks it. */
export const isAuthor = ({ authors }: Pick<FourEyes, "authors">, userId: string): boolean =>
  authors.includes(userId);

/** Why an approval of this draft by them does not count, in words; null when it does. */
export function whyNoApprover(
  { members, authors, approverRole }: FourEyes & { approverRole: Role },
  userId: string,
): string | null {
  const member = members.get(userId);
  if (!member) return "They are no longer a member of this workspace.";
  if (member.isMachine) return "A machine approves nothing.";
  if (member.isDeactivated) return "Their account is deactivated.";
  if (!isAtMost(approverRole, member.role))
    return `Their role is ${member.role} now; ${approverRole} or above counts.`;
  return isAuthor({ authors }, userId)
    ? "They wrote part of these bytes: somebody else has to approve them."
    : null;
}

/** Why they may not dismiss a finding that blocks this draft, in words; null when they may, as far as this is about. */
export function whyNotDismiss(facts: FourEyes, userId: string): string | null {
  return countPeople(facts) > 1 && isAuthor(facts, userId)
    ? "You wrote part of this draft: somebody else has to dismiss what blocks it."
    : null;
}
