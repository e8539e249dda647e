import { z } from "zod";
import { unavailableSkillSchema } from "@/lib/runtime/event-parts";
import type { UnavailableSkill } from "@/lib/runtime/events";
import { restrictionsOf, type SessionSkill } from "@/lib/runtime/session-setup";

const pinnedSkillSchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  versionId: z.uuid(),
  number: z.number().int(),
  digest: z.string(),
  description: z.string(),
  whenToUse: z.string(),
  modelInvocable: z.boolean(),
  userInvocable: z.boolean(),
});
export type PinnedSkill = z.infer<typeof pinnedSkillSchema>;

/** What a session stays with: the versions that its agent was delivered when it was opened, highest priority first. */
export const pinnedSchema = z.object({
  skills: z.array(pinnedSkillSchema),
  unavailable: z.array(unavailableSkillSchema),
});
export type Pinned = z.infer<typeof pinnedSchema>;

/** A pinned version as a run offers it. */
export function toSessionSkill(skill: PinnedSkill, place: number): SessionSkill {
  const { skillId, name, number, digest, description, whenToUse } = skill;
  const ref = {
    skillId,
    name,
    version: number,
    draftRevision: null,
    digest,
    source: "assignment" as const,
    ...restrictionsOf(skill),
  };
  return { ref, description, whenToUse, priority: place + 1 };
}

/** What is pinned without the versions that nobody is delivered any more: these are as if they were not there. */
export function withoutGone(pinned: Pinned, gone: ReadonlyMap<string, GoneVersion>): Pinned {
  const lost = pinned.skills.flatMap(({ skillId, name, versionId }): UnavailableSkill[] => {
    const why = gone.get(versionId);
    return why ? [{ skillId, name, reason: "withdrawn", detail: goneWords[why] }] : [];
  });
  return {
    skills: pinned.skills.filter(({ versionId }) => !gone.has(versionId)),
    unavailable: [...pinned.unavailable, ...lost],
  };
}

/** Why a version is not delivered any more, though a session began with it. */
export type GoneVersion = "withdrawn" | "deleted";

const goneWords = {
  withdrawn: "This version was withdrawn while the session went on.",
  deleted: "This skill was deleted while the session went on.",
} as const satisfies Record<GoneVersion, string>;
