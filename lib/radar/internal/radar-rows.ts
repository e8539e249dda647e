import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { findPeople } from "@/lib/people/find-people";
import { radarStates, type radarStepStates } from "../radar-options";
import type { RadarRun } from "../schema";

/** What a list needs of runs: not what they came to. */
export const radarRunColumns = {
  omit: { outcome: true },
  include: { steps: { select: { state: true, spentUsd: true, suiteRunId: true } } },
} as const satisfies Prisma.RadarRunDefaultArgs;
export type RadarRunRow = Prisma.RadarRunGetPayload<typeof radarRunColumns>;

/** Rows as they are told, with what they have spent so far. */
export async function toRadarRuns(
  context: WorkspaceContext,
  rows: readonly RadarRunRow[],
): Promise<RadarRun[]> {
  const personOf = await findPeople(
    context,
    rows.map(({ startedById }) => startedById),
  );
  const underWay = await readUnderWay(context, rows);
  return rows.map((row) => {
    const count = (state: (typeof radarStepStates)[number]) =>
      row.steps.filter((step) => step.state === state).length;
    const spent = row.steps.map(({ state, spentUsd, suiteRunId }) =>
      state === "running" && suiteRunId ? (underWay.get(suiteRunId) ?? 0) : Number(spentUsd),
    );
    return {
      id: row.id,
      number: row.number,
      state: z.enum(radarStates).parse(row.state),
      failure: row.failure,
      model: { id: row.modelId, name: row.modelName },
      against: row.againstId === null ? null : { id: row.againstId, name: row.againstName ?? "" },
      agent: row.agentSlug === null ? null : { slug: row.agentSlug, name: row.agentName ?? "" },
      repeats: row.repeats,
      capUsd: row.capUsd === null ? null : Number(row.capUsd),
      spentUsd: spent.reduce((sum, usd) => sum + usd, 0),
      progress: {
        total: row.steps.length,
        done: count("done"),
        running: count("running"),
        waiting: count("waiting"),
        skipped: count("skipped"),
        notReached: count("not-reached"),
      },
      startedBy: personOf(row.startedById),
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    };
  });
}

/** US dollars that runs of suites have spent which go on. */
async function readUnderWay(
  { db, workspace }: WorkspaceContext,
  rows: readonly RadarRunRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.flatMap(({ steps }) =>
    steps.flatMap(({ state, suiteRunId }) => (state === "running" && suiteRunId ? [suiteRunId] : [])),
  );
  if (ids.length === 0) return new Map();
  const runs = await db.suiteRun.findMany({
    where: { id: { in: ids }, workspaceId: workspace.id },
    select: { id: true, spentUsd: true },
  });
  return new Map(runs.map(({ id, spentUsd }) => [id, Number(spentUsd)]));
}
