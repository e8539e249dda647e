import { z } from "zod";

/** Whom a skill is open to, as it is stored; what is absent is open to all. */
const storedAccessSchema = z.strictObject({
  people: z.strictObject({ members: z.array(z.uuid()), groups: z.array(z.uuid()) }).optional(),
  agents: z.array(z.uuid()).optional(),
});
export type SkillAccess = z.output<typeof storedAccessSchema>;

export const openAccess: SkillAccess = {};

/** What no release has written is open to nobody but those who look after it. */
export const parseAccess = (stored: unknown): SkillAccess =>
  storedAccessSchema.safeParse(stored).data ?? { people: { members: [], groups: [] }, agents: [] };

/** Somebody who would see a skill, or an agent that would have it. */
export type AccessAsker =
  | { kind: "agent"; agentId: string }
  | {
      kind: "person";
      userId: string;
      /** Whether their role manages access: they see every skill. */
      manages: boolean;
      /** Whether they created this skill or are its co-maintainer. */
      looksAfter: boolean;
      groups: readonly MembersGroup[];
    };

export type MembersGroup = {
  id: string;
  name: string;
  /** Its members see what is open to them by name or group, and nothing else. */
  limited: boolean;
};

export const accessReasons = [
  "everyone",
  "chosen",
  "chosen-group",
  "looks-after",
  "manages",
  "not-chosen",
  "limited-group",
] as const;
export type AccessReason = (typeof accessReasons)[number];

export type AccessDecision = {
  in: boolean;
  reason: AccessReason;
  /** The group of the reason. */
  group?: string;
};

/**
 * Whether a skill is open to this person or this agent, and why. Everything that shows, rehearses or delivers a skill
 * goes by it: agents by way of `chooseSkills`, people by way of `skill-sight.ts`.
 */
export function decideAccess(access: SkillAccess, asker: AccessAsker): AccessDecision {
  if (asker.kind === "agent") {
    if (access.agents === undefined) return { in: true, reason: "everyone" };
    return access.agents.includes(asker.agentId)
      ? { in: true, reason: "chosen" }
      : { in: false, reason: "not-chosen" };
  }
  const { userId, groups, looksAfter, manages } = asker;
  const { people } = access;
  const limited = groups.find((group) => group.limited);
  if (people === undefined && !limited) return { in: true, reason: "everyone" };
  if (people?.members.includes(userId)) return { in: true, reason: "chosen" };
  const group = groups.find(({ id }) => people?.groups.includes(id));
  if (group) return { in: true, reason: "chosen-group", group: group.name };
  if (looksAfter) return { in: true, reason: "looks-after" };
  if (manages) return { in: true, reason: "manages" };
  return people === undefined && limited
    ? { in: false, reason: "limited-group", group: limited.name }
    : { in: false, reason: "not-chosen" };
}

/** The same in words about a person, to go on after the skill's name, without a full stop. */
export function sayAccess({ reason, group = "" }: AccessDecision): string {
  const words = {
    everyone: "is open to everyone",
    chosen: "is open to you by name",
    "chosen-group": `is open to you as a member of ${group}`,
    "looks-after": "is open to you as one who looks after it",
    manages: "is open to you as an admin",
    "not-chosen": "is open to chosen people, and you are none of them",
    "limited-group": `is not open to members of ${group}, who see what is opened to them alone`,
  } as const satisfies Record<AccessReason, string>;
  return words[reason];
}
