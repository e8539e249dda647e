import { z } from "zod";

const objectId = z.string().regex(/^[0-9a-f]{40}$/);

/** A file in the form in which the git address gives it. */
export const gitFileSchema = z.object({
  path: z.string(),
  executable: z.boolean(),
  /** Of its blob. */
  id: objectId,
  /** Where its bytes are; null for SKILL.md in a form of its own, which is kept with its package. */
  sha256: z.string().nullable(),
  size: z.number().int(),
});
export type GitFile = z.infer<typeof gitFileSchema>;

export const gitFilesSchema = z.array(gitFileSchema);

/** A skill in one state of a history. */
const stateSkillSchema = z.object({
  skillId: z.string(),
  /** Of its folder. */
  name: z.string(),
  versionId: z.string(),
  number: z.number().int(),
  /** Of its `GitPackage`. */
  key: z.string(),
  /** Of its folder; null where it has no portable form, and `why` says the reason. */
  tree: objectId.nullable(),
  why: z.string().nullable(),
});
export type StateSkill = z.infer<typeof stateSkillSchema>;

/** What one commit changed: `skillId` is now `skill`, or gone where that is null; without it, what all is called. */
export const gitChangeSchema = z.object({
  title: z.string(),
  skillId: z.string().nullable(),
  skill: stateSkillSchema.nullable(),
});
export type GitChange = z.infer<typeof gitChangeSchema>;

/** The files beside the skills, by path. */
export const rootFilesSchema = z.record(z.string(), z.string());
