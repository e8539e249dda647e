import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { storableText } from "@/lib/kernel/storable-text";
import { suiteLimits } from "@/lib/proof/proof-options";
import {
  attemptWords,
  improvementKinds,
  improvementLimits,
  improvementOutcomes,
  improvementStates,
} from "./improvement-options";
import { judgedSchema } from "./judged-schema";

const name = storableText.min(1).max(200);

const settingFields = {
  kind: z.enum(improvementKinds),
  /** The skill; may be left out of a shortening, which is then of all skills of the agent. */
  skill: name.optional(),
  /** The agent's slug; the first that has the skill when absent. */
  agent: name.optional(),
  /** The agent's own when absent. */
  dialect: storableText.min(1).max(60).optional(),
  /** Whom the trials ask: "rehearsal" or a model connection; the agent's own when absent. */
  model: storableText.min(1).max(100).optional(),
  /** Who writes the texts; that of the trials when absent. */
  proposer: storableText.min(1).max(100).optional(),
  /** How often each case is tried; 3 times when absent. */
  repeats: z.number().int().min(1).max(suiteLimits.repeats).optional(),
  /** Of `improve`: how many texts are asked for; 3 when absent. The more are tried, the more cases each has to gain. */
  candidates: z.number().int().min(1).max(improvementLimits.wanted).optional(),
  /** Of `shorten`: characters of the description, or of all descriptions of the agent together. */
  to: z.number().int().min(1).max(1_000_000).optional(),
  /** US dollars that all of it may spend, its runs included; null or absent for no limit of its own. */
  capUsd: z.number().min(suiteLimits.leastCap).max(suiteLimits.cap).nullable().optional(),
};

type Fields = {
  kind: string;
  skill?: string | undefined;
  agent?: string | undefined;
  to?: number | undefined;
};
const saysWhat = ({ kind, skill, agent, to }: Fields): boolean =>
  kind === "improve" ? skill !== undefined : (skill !== undefined || agent !== undefined) && to !== undefined;
const whatToSay =
  "Name the skill; to shorten, name a skill or an agent, and the characters that are wanted (`to`).";

export const estimateImprovementSchema = z.object(settingFields).refine(saysWhat, whatToSay);
export type EstimateImprovement = z.input<typeof estimateImprovementSchema>;

export const startImprovementSchema = z
  .object({
    ...settingFields,
    /** A repeated start with the same key answers with the first one. */
    requestKey: storableText.min(1).max(100).optional(),
  })
  .refine(saysWhat, whatToSay);
export type StartImprovement = z.input<typeof startImprovementSchema>;
export type ImprovementSettings = z.output<typeof estimateImprovementSchema>;

const count = z.number().int();
const range = z.object({ low: z.number(), high: z.number() });
const countRange = z.object({ low: count, high: count });
const modelSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["rules", "recording", "live"]),
});

const subjectSummarySchema = z.object({
  skill: z.string(),
  /** Of its description as it was when this began. */
  characters: count,
  tokens: count,
  /** Of a shortening: what it is to come to. */
  target: count.nullable(),
  /** Why nothing is tried for it, in words. */
  why: z.string().nullable(),
});

/** What a search would be, before it costs anything. */
export const improvementEstimateSchema = z.object({
  subjects: z.array(subjectSummarySchema),
  /** Suites that decide, those of neighbours included, with their cases. */
  suites: z.array(z.object({ skill: z.string(), cases: count })),
  /** Skills of the catalogue whose cases are not run, or that have none: nobody would notice what is taken from them. */
  unwatched: z.array(z.string()),
  /** Of the skill of `improve`; null for a shortening. `needed`: held-out cases that have to be gained, none lost. */
  split: z.object({ training: count, heldOut: count, needed: count }).nullable(),
  /** Descriptions of the whole catalogue, in characters. */
  catalogue: count,
  /** What hosts have room for, in characters of the whole catalogue with its marks, for a model with this window. */
  budgets: z.array(z.object({ dialect: z.string(), name: z.string(), characters: count })),
  trials: countRange,
  /** Requests to the model of the trials, and to the writer. */
  calls: countRange,
  tokens: z.object({ input: count, output: count }),
  /** US dollars; null where a price is not known. */
  usd: range.nullable(),
  minutes: range,
  /** Rehearsal answers: nothing comes of it but a picture of how it goes. */
  scripted: z.boolean(),
  agent: z.object({ slug: z.string(), name: z.string() }).nullable(),
  dialect: z.object({ id: z.string(), name: z.string() }).nullable(),
  model: modelSchema.nullable(),
  proposer: modelSchema.nullable(),
  /** In words: why it cannot start. */
  problems: z.array(z.string()),
});
export type ImprovementEstimate = z.infer<typeof improvementEstimateSchema>;

export const improvementSchema = z.object({
  id: z.uuid(),
  kind: z.enum(improvementKinds),
  state: z.enum(improvementStates),
  failure: z.string().nullable(),
  outcome: z.enum(improvementOutcomes).nullable(),
  /** Null for all skills of the agent. */
  skill: z.string().nullable(),
  agent: z.object({ slug: z.string(), name: z.string() }),
  dialect: z.object({ id: z.string(), name: z.string() }),
  model: modelSchema,
  proposer: modelSchema,
  scripted: z.boolean(),
  repeats: count,
  candidates: count,
  to: count.nullable(),
  capUsd: z.number().nullable(),
  /** US dollars so far, of runs and of the writer, with what is set aside for requests under way. */
  spentUsd: z.number(),
  /** Texts that were decided, and those that are there; what stands is not among them. */
  progress: z.object({ decided: count, texts: count }),
  startedBy: personSchema,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Improvement = z.infer<typeof improvementSchema>;

export const improvementAttemptSchema = z.object({
  /** From 1; 0 is what stands already. */
  position: count,
  skill: z.string().nullable(),
  /** Characters that were asked for. */
  length: count.nullable(),
  description: z.string().nullable(),
  characters: count,
  tokens: count,
  word: z.enum(attemptWords).nullable(),
  /** In words. */
  reason: z.string().nullable(),
  judged: judgedSchema.nullable(),
  /** The runs of suites that it was tried by. */
  runs: z.array(z.object({ skill: z.string(), number: count, state: z.string() })),
  /** The review that it stands in as a suggestion. */
  review: count.nullable(),
  /** Why it does not, though it was accepted. */
  unsuggested: z.string().nullable(),
});
export type ImprovementAttempt = z.infer<typeof improvementAttemptSchema>;

export const improvementDetailSchema = improvementSchema.extend({
  subjects: z.array(
    subjectSummarySchema.extend({
      description: z.string(),
      /** Of a shortening: what it comes to, where a shorter text is accepted. */
      now: z.object({ characters: count, tokens: count }).nullable(),
      /** Why the search for it ended, in words; null while it goes on. */
      ended: z.string().nullable(),
    }),
  ),
  suites: z.array(z.object({ skill: z.string(), cases: count })),
  unwatched: z.array(z.string()),
  calls: z.object({ asked: count, input: count, output: count }),
  attempts: z.array(improvementAttemptSchema),
  /** Of all accepted texts together: what every request is spared. */
  tokensWon: count,
});
export type ImprovementDetail = z.infer<typeof improvementDetailSchema>;

export const listImprovementsSchema = z.object({
  kind: z.enum(improvementKinds).optional(),
  skill: name.optional(),
  agent: name.optional(),
});
export type ListImprovements = z.input<typeof listImprovementsSchema>;
export const improvementListSchema = z.object({ items: z.array(improvementSchema) });
