import { z } from "zod";
import { draftChangeSchema } from "../drafts/draft-schema";
import { exportSkillSchema, targetSchema } from "./export-schema";

/** One thing about one line; null where the file as a whole is meant. */
const remarkSchema = z.object({
  rule: z.string(),
  file: z.string(),
  line: z.number().int().nullable(),
  message: z.string(),
});

/** What one host would get of a skill. With refusals it does not go there. */
export const targetPlanSchema = z.object({
  /** The name of its folder there. */
  folder: z.string(),
  /** What is written otherwise than it is stored. */
  changes: z.array(remarkSchema),
  /** What the host does not have, though it takes the skill. */
  warnings: z.array(remarkSchema),
  refusals: z.array(remarkSchema),
});

/** A changed file as the lines that go and come, with what stands around them. */
const changedTextSchema = z.object({
  path: z.string(),
  lines: z.array(z.object({ kind: z.enum(["same", "removed", "added"]), text: z.string() })),
});

export const skillTargetsQuerySchema = z.object({ version: exportSkillSchema.shape.version });
export type SkillTargetsQuery = z.input<typeof skillTargetsQuerySchema>;

export const skillTargetsSchema = z.object({
  /** Of the draft, for saving `fit`; null for a version. */
  revision: z.number().int().nullable(),
  targets: z.array(
    targetPlanSchema.extend({
      target: targetSchema,
      title: z.string(),
      /**
       * The changes as a change of the draft, to be saved like any other with `revision` as its base. Empty for a
       * version, and where nothing changes.
       */
      fit: z.array(draftChangeSchema),
      /** What `fit` does to texts. */
      texts: z.array(changedTextSchema),
    }),
  ),
});
export type SkillTargets = z.infer<typeof skillTargetsSchema>;

/** What one host would get of several skills, and which stay here before it is asked. */
export const setTargetSchema = z.object({
  target: targetSchema,
  title: z.string(),
  skills: z.array(targetPlanSchema.extend({ skill: z.string() })),
  leftOut: z.array(z.object({ skill: z.string(), why: z.string() })),
});
export type SetTarget = z.infer<typeof setTargetSchema>;
