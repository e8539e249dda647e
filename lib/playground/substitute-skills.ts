import type { PinnedPackage, RunSkills } from "./resolve-run-skills";

/** Bytes in the place of a skill's own: what is offered is what they say. */
export type SubstituteSkill = {
  skillId: string;
  description: string;
  /** Of the draft that they were made from. */
  revision: number;
  digest: string;
  files: Extract<PinnedPackage, { kind: "draft" }>["files"];
};

/** What a run offers, with other bytes for some of its skills, each at its place; one that is not offered stays away. */
export function substituteSkills(
  { skills, unavailable, packages }: RunSkills,
  substitutes: readonly SubstituteSkill[],
): RunSkills {
  const byId = new Map(substitutes.map((one) => [one.skillId, one]));
  const pinned = new Map(packages);
  const replaced = skills.map((skill) => {
    const other = byId.get(skill.ref.skillId);
    if (!other) return skill;
    pinned.set(other.skillId, { kind: "draft", files: other.files });
    const { description, revision, digest } = other;
    return { ...skill, description, ref: { ...skill.ref, version: null, draftRevision: revision, digest } };
  });
  return { skills: replaced, unavailable, packages: pinned };
}
