import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { keptFromSchema } from "../trial-schema";

const count = z.number().int();

/** What the trials of a run came to and took, all of them together. */
const trialSumsSchema = z.object({
  total: count,
  queued: count,
  running: count,
  done: count,
  invalid: count,
  asked: count,
  kept: count,
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  /** Trials that asked a model without a price. */
  unpriced: count,
  keptFrom: z.array(keptFromSchema),
});
export type TrialSums = z.infer<typeof trialSumsSchema>;

export const noTrials: TrialSums = {
  total: 0,
  queued: 0,
  running: 0,
  done: 0,
  invalid: 0,
  asked: 0,
  kept: 0,
  input: 0,
  output: 0,
  cached: 0,
  unpriced: 0,
  keptFrom: [],
};

type Summed = { id: string; sums: unknown };

/** By the ids of the runs: as they were written down at the end, and counted now for those that go on. */
export async function readTrialSums(
  context: WorkspaceContext,
  runs: readonly Summed[],
): Promise<ReadonlyMap<string, TrialSums>> {
  const written = runs.filter(({ sums }) => sums !== null);
  const counted = await sumTrials(
    context,
    runs.filter(({ sums }) => sums === null).map(({ id }) => id),
  );
  return new Map([...written.map(({ id, sums }) => [id, trialSumsSchema.parse(sums)] as const), ...counted]);
}

/** Of each run that has trials, from its trials alone. */
export async function sumTrials(
  { db, workspace }: WorkspaceContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TrialSums>> {
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "suiteRunId" AS id, count(*)::int AS total,
      (count(*) FILTER (WHERE state = 'queued'))::int AS queued,
      (count(*) FILTER (WHERE state = 'running'))::int AS running,
      (count(*) FILTER (WHERE state = 'done'))::int AS done,
      (count(*) FILTER (WHERE state = 'invalid'))::int AS invalid,
      sum(asked)::int AS asked, sum(kept)::int AS kept, sum("inputTokens")::float8 AS input,
      sum("outputTokens")::float8 AS output, sum("cachedTokens")::float8 AS cached,
      (count(*) FILTER (WHERE asked > 0 AND "costUsd" IS NULL))::int AS unpriced,
      coalesce(jsonb_agg(DISTINCT jsonb_build_object('skill', "keptSkill", 'number', "keptNumber"))
        FILTER (WHERE "keptNumber" IS NOT NULL), '[]') AS "keptFrom"
    FROM "Trial" WHERE "suiteRunId" = ANY(${[...ids]}::uuid[]) AND "workspaceId" = ${workspace.id}::uuid
    GROUP BY 1`;
  return new Map(rows.map(({ id, ...sums }) => [id, trialSumsSchema.parse(sums)]));
}
