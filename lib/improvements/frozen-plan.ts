import { z } from "zod";

const count = z.number().int();
const fileSchema = z.object({ path: z.string(), size: z.number(), sha256: z.string() });

/** A skill whose description is searched for, as its draft was when the search began. */
export const subjectSchema = z.object({
  skillId: z.uuid(),
  skill: z.string(),
  description: z.string(),
  revision: count,
  digest: z.string(),
  files: z.array(fileSchema),
  /** Of a shortening: the characters that it is to have at most. */
  target: count.nullable(),
  /** Why nothing is tried for it, in words; null where it is. */
  why: z.string().nullable(),
});
export type Subject = z.infer<typeof subjectSchema>;

/** A suite that is run for every text that gets so far. */
export const planSuiteSchema = z.object({
  skillId: z.uuid(),
  skill: z.string(),
  /** Null: its draft. */
  version: count.nullable(),
  cases: count,
});

/** What a search keeps to, whatever becomes of agent and drafts meanwhile. */
export const frozenPlanSchema = z.object({
  /** Instructions, assignments and settings of this revision are what all of it is tried with. */
  agentRevision: count,
  /** In catalogue order; of `improve` the one skill. */
  subjects: z.array(subjectSchema),
  /** Those of subjects and of their neighbours in the catalogue, in its order. */
  suites: z.array(planSuiteSchema),
  /** The rest of the catalogue, which a writer is told. */
  siblings: z.array(
    z.object({ skillId: z.uuid(), skill: z.string(), description: z.string(), digest: z.string() }),
  ),
  /** Skills of the catalogue whose cases are not run, or that have none: nobody would notice what is taken from them. */
  unwatched: z.array(z.string()),
});
export type FrozenPlan = z.infer<typeof frozenPlanSchema>;
