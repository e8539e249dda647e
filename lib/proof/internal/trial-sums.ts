import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { keptFromSchema } from "../trials/trial-schema";

const count = z.number().int();

const judgedSumsSchema = z.object({
  total: count,
  queued: count,
  running: count,
  done: count,
  invalid: count,
  asked: count,
  kept: count,
});
const noPairs = { total: 0, queued: 0, running: 0, done: 0, invalid: 0, asked: 0, kept: 0 };

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
  /** Of the pairs that a judge compares; tokens and prices of them are in the sums above. */
  judged: judgedSumsSchema.default(noPairs),
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
  judged: noPairs,
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
  const pairs = new Map((await sumPairs({ db, workspace }, ids)).map((one) => [one.id, one]));
  return new Map(
    rows.map(({ id, ...row }) => {
      const sums = trialSumsSchema.parse(row);
      const { input, output, cached, unpriced, ...judged } = pairs.get(id) ?? nothing;
      return [
        id,
        {
          ...sums,
          judged: judgedSumsSchema.parse(judged),
          input: sums.input + input,
          output: sums.output + output,
          cached: sums.cached + cached,
          unpriced: sums.unpriced + unpriced,
        },
      ];
    }),
  );
}

const nothing = { ...noPairs, input: 0, output: 0, cached: 0, unpriced: 0 };

/** Of each run that a judge compares answers of. */
const sumPairs = ({ db, workspace }: WorkspaceContext, ids: readonly string[]) =>
  db.$queryRaw<(typeof nothing & { id: string })[]>`
    SELECT "suiteRunId" AS id, count(*)::int AS total,
      (count(*) FILTER (WHERE state = 'queued'))::int AS queued,
      (count(*) FILTER (WHERE state = 'running'))::int AS running,
      (count(*) FILTER (WHERE state = 'done'))::int AS done,
      (count(*) FILTER (WHERE state = 'invalid'))::int AS invalid,
      sum(asked)::int AS asked, sum(kept)::int AS kept, sum("inputTokens")::float8 AS input,
      sum("outputTokens")::float8 AS output, sum("cachedTokens")::float8 AS cached,
      (count(*) FILTER (WHERE asked > 0 AND "costUsd" IS NULL))::int AS unpriced
    FROM "Judgement" WHERE "suiteRunId" = ANY(${[...ids]}::uuid[]) AND "workspaceId" = ${workspace.id}::uuid
    GROUP BY 1`;
