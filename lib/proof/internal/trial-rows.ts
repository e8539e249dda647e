import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import type { EndedTrial } from "@/lib/verdicts/judge-suite";
import { activators, invalidReasons, trialOutcomes, trialStates } from "../proof-options";
import type { CaseResult, Trial } from "../trial-schema";

/** Everything of a trial but its log. */
export const trialColumns = { omit: { events: true } } as const satisfies Prisma.TrialDefaultArgs;
export type TrialRow = Prisma.TrialGetPayload<typeof trialColumns>;

const outcomeSchema = z.enum(trialOutcomes);

const endedColumns = {
  select: {
    caseId: true,
    dialect: true,
    outcome: true,
    activated: true,
    by: true,
    reason: true,
    message: true,
  },
} as const satisfies Prisma.TrialDefaultArgs;
type EndedRow = Prisma.TrialGetPayload<typeof endedColumns>;

/** The trials of a run that have ended, by their dialect. */
export async function readEndedTrials(
  { db, workspace }: WorkspaceContext,
  suiteRunId: string,
): Promise<ReadonlyMap<string, EndedTrial[]>> {
  const rows = await db.trial.findMany({
    where: { suiteRunId, workspaceId: workspace.id, outcome: { not: null } },
    orderBy: { position: "asc" },
    ...endedColumns,
  });
  return endedByDialect(rows);
}

/** Of these rows those that have ended. */
export function endedByDialect(rows: readonly EndedRow[]): ReadonlyMap<string, EndedTrial[]> {
  const ended = rows.filter(({ outcome }) => outcome !== null);
  return new Map(
    [...Map.groupBy(ended, ({ dialect }) => dialect)].map(([dialect, own]) => [dialect, own.map(toEnded)]),
  );
}

const toEnded = ({ caseId, outcome, activated, by, reason, message }: EndedRow): EndedTrial => ({
  case: caseId,
  outcome: outcomeSchema.parse(outcome),
  activated,
  by,
  invalid: reason === null ? null : { reason, message: message ?? "" },
});

type ShortTrial = CaseResult["hosts"][number]["trials"][number];

export function toShortTrial(row: TrialRow): ShortTrial {
  const { id, repeat, activated, keptSkill, keptNumber } = row;
  const reason = z.enum(invalidReasons).nullable().parse(row.reason);
  return {
    id,
    repeat,
    activated,
    state: z.enum(trialStates).parse(row.state),
    outcome: outcomeSchema.nullable().parse(row.outcome),
    invalid: reason === null ? null : { reason, message: row.message ?? "" },
    keptFrom: keptSkill === null || keptNumber === null ? null : { skill: keptSkill, number: keptNumber },
  };
}

export function toTrial(row: TrialRow): Trial {
  return {
    ...toShortTrial(row),
    dialect: row.dialect,
    case: row.caseId,
    by: row.by,
    durationMs: row.durationMs,
    activatedBy: z.enum(activators).nullable().parse(row.activatedBy),
    calls: { asked: row.asked, kept: row.kept },
    tokens: { input: row.inputTokens, output: row.outputTokens, cached: row.cachedTokens },
    costUsd: row.costUsd === null ? null : Number(row.costUsd),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
