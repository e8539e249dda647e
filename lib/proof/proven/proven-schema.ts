import { z } from "zod";
import { effectFiguresSchema } from "../reports/effect-schema";
import { figuresSchema } from "../reports/figures-schema";

const count = z.number().int();

/** `current`: the draft, or the newest version that is not withdrawn, has these bytes; `older`: neither has any more. */
export const provenBytes = ["current", "older"] as const;

const provenRun = {
  /** Of its skill. */
  number: count,
  agent: z.object({ slug: z.string(), name: z.string() }),
  model: z.string(),
  /** The first host of the run, which the figures are of. */
  dialect: z.string(),
  bytes: z.enum(provenBytes),
  endedAt: z.iso.datetime().nullable(),
};

/** What is known of a skill: its newest runs that a live model answered to their end. */
export const provenSkillSchema = z.object({
  skillId: z.uuid(),
  skill: z.string(),
  /** Null: not measured. */
  trigger: z
    .object({
      ...provenRun,
      recall: figuresSchema.shape.recall,
      precision: figuresSchema.shape.precision,
      word: figuresSchema.shape.verdict.shape.word,
    })
    .nullable(),
  effect: z.object({ ...provenRun, verdict: effectFiguresSchema.shape.verdict.shape.word }).nullable(),
});
export type ProvenSkill = z.infer<typeof provenSkillSchema>;

export const listProvenSkillsSchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export type ListProvenSkills = z.input<typeof listProvenSkillsSchema>;

export const provenListSchema = z.object({
  items: z.array(provenSkillSchema),
  nextCursor: z.string().nullable(),
});
export type ProvenList = z.infer<typeof provenListSchema>;
