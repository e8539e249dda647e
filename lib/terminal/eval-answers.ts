import { z } from "zod";

const range = z.object({ low: z.number(), high: z.number() });

/** What the client needs of what a server says that a run would take. */
export const estimateSchema = z.object({
  trials: z.number(),
  calls: range,
  usd: range.nullable(),
  minutes: range,
  scripted: z.boolean(),
  /** Whether a model that has a price is asked, whatever its answers prove. Absent where the server is older. */
  asksLive: z.boolean().optional(),
  /** The newest run that asked exactly this and came to its end. Absent where the server is older. */
  sameAs: z.number().nullish(),
  /** Of `looked` trials, those that begin with an answer that is kept. Absent where the server is older. */
  kept: z
    .object({ trials: z.number(), looked: z.number().optional(), calls: range, usd: range.nullable() })
    .nullish(),
  problems: z.array(z.string()),
});
export type Estimate = z.infer<typeof estimateSchema>;

/** A run of a suite. */
export const runSchema = z.object({
  number: z.number(),
  state: z.string(),
  digest: z.string(),
  progress: z.object({ total: z.number(), done: z.number(), invalid: z.number() }),
  costUsd: z.number().nullable(),
});
export type Run = z.infer<typeof runSchema>;

/** What is told of a run that has ended. */
export const reportSchema = z.object({
  costUsd: z.number().nullable(),
  gate: z.object({
    code: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    reasons: z.array(z.string()),
    /** Absent where the server is older. */
    remarks: z.array(z.string()).default([]),
  }),
  against: z.object({ number: z.number(), version: z.number().nullable() }).nullable(),
  text: z.string().nullable(),
});
export type Report = z.infer<typeof reportSchema>;

/** What the server will not do, in words. */
export type Refused = { why: string };

/** What became of one skill. `number`: of the run; null where none began. */
export type Evaluated = Report["gate"] & {
  skill: string;
  number: number | null;
  /** Of the bytes that were tried. */
  digest: string | null;
  against: Report["against"];
  /** US dollars; null where a price is not known. */
  costUsd: number | null;
  /** The run was there before. */
  isOlder: boolean;
};
