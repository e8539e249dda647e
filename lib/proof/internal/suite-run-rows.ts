import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { findPeople } from "@/lib/people/find-people";
import { catalogueModes } from "@/lib/runtime/event-parts";
import { figuresSchema } from "../figures-schema";
import { suiteKinds, suiteRunStates, triedSources } from "../proof-options";
import type { SuiteRun } from "../schema";
import { keptFromSchema } from "../trial-schema";

/** What a list needs of runs: neither their cases nor what they offer. */
export const suiteRunColumns = {
  omit: { tried: true, offer: true },
  include: { skill: { select: { name: true } } },
} as const satisfies Prisma.SuiteRunDefaultArgs;
export type SuiteRunRow = Prisma.SuiteRunGetPayload<typeof suiteRunColumns>;

const dialectsSchema = z.array(z.object({ id: z.string(), name: z.string(), mode: z.enum(catalogueModes) }));
const keptSchema = z.array(keptFromSchema);
const kindSchema = z.enum(["rules", "recording", "live"]);

/** Rows as they are told, with what their trials have come to so far. */
export async function toSuiteRuns(
  context: WorkspaceContext,
  rows: readonly SuiteRunRow[],
): Promise<SuiteRun[]> {
  const sums = await sumTrials(
    context,
    rows.map(({ id }) => id),
  );
  const counts = await countDigests(context, rows);
  const personOf = await findPeople(
    context,
    rows.map(({ startedById }) => startedById),
  );
  return rows.map((row) => {
    const sum = sums.get(row.id) ?? nothing;
    const kind = kindSchema.parse(row.modelKind);
    const scripted = kind !== "live";
    return {
      id: row.id,
      number: row.number,
      skill: row.skill.name,
      failure: row.failure,
      suite: z.enum(suiteKinds).parse(row.suite),
      state: z.enum(suiteRunStates).parse(row.state),
      source: {
        follows: z.enum(triedSources).parse(row.follows),
        version: row.version,
        revision: row.revision,
      },
      digest: row.digest,
      runsOfDigest: counts.get(`${row.skillId} ${row.digest}`) ?? 1,
      agent: { slug: row.agentSlug, name: row.agentName, revision: row.agentRevision },
      model: { id: row.modelId, name: row.modelName, kind },
      scripted,
      dialects: dialectsSchema.parse(row.dialects),
      cases: row.cases,
      shouldFind: row.shouldFind,
      shouldNot: row.cases - row.shouldFind,
      repeats: row.repeats,
      wholeMatrix: row.wholeMatrix,
      repeatOf: row.repeatOf,
      capUsd: row.capUsd === null ? null : Number(row.capUsd),
      progress: {
        total: sum.total,
        queued: sum.queued,
        running: sum.running,
        done: sum.done,
        invalid: sum.invalid,
      },
      calls: { asked: sum.asked, kept: sum.kept },
      keptFrom: keptSchema.parse(sum.keptFrom),
      tokens: { input: sum.input, output: sum.output, cached: sum.cached },
      costUsd: scripted ? 0 : sum.unpriced > 0 ? null : Number(row.spentUsd),
      scores: z
        .array(figuresSchema)
        .parse(row.figures ?? [])
        .map(({ dialect, recall, precision }) => ({ dialect, recall, precision })),
      startedBy: personOf(row.startedById),
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    };
  });
}

type Sum = Record<
  | "total"
  | "queued"
  | "running"
  | "done"
  | "invalid"
  | "asked"
  | "kept"
  | "input"
  | "output"
  | "cached"
  | "unpriced",
  number
> & { keptFrom: unknown };

const nothing: Sum = {
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

async function sumTrials(
  { db, workspace }: WorkspaceContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sum>> {
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<(Sum & { id: string })[]>`
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
  return new Map(rows.map((row) => [row.id, row]));
}

async function countDigests(
  { db, workspace }: WorkspaceContext,
  rows: readonly SuiteRunRow[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await db.suiteRun.groupBy({
    by: ["skillId", "digest"],
    where: {
      workspaceId: workspace.id,
      skillId: { in: rows.map(({ skillId }) => skillId) },
      digest: { in: rows.map(({ digest }) => digest) },
    },
    _count: true,
  });
  return new Map(counts.map(({ skillId, digest, _count }) => [`${skillId} ${digest}`, _count]));
}
