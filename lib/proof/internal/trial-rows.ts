import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import type { EndedTrial } from "@/lib/verdicts/judge-suite";
import {
  activators,
  effectOutcomes,
  invalidReasons,
  trialArms,
  trialOutcomes,
  trialStates,
  triggerOutcomes,
} from "../proof-options";
import { type TriedArm, trialGradeSchema } from "../suites/task-schema";
import type { CaseResult, TaskResult, Trial } from "../trials/trial-schema";

/** Everything of a trial but its log. */
export const trialColumns = { omit: { events: true } } as const satisfies Prisma.TrialDefaultArgs;
export type TrialRow = Prisma.TrialGetPayload<typeof trialColumns>;

const gradesSchema = z.array(trialGradeSchema);

/** One trial of an effect run that has ended. */
export type EndedTaskTrial = TriedArm & {
  task: string;
  repeat: number;
  outcome: (typeof effectOutcomes)[number];
  grades: z.infer<typeof gradesSchema>;
  invalid: { reason: string; message: string } | null;
};

const endedTaskColumns = {
  select: {
    caseId: true,
    repeat: true,
    dialect: true,
    arm: true,
    leftOut: true,
    outcome: true,
    grades: true,
    reason: true,
    message: true,
  },
} as const satisfies Prisma.TrialDefaultArgs;
type EndedTaskRow = Prisma.TrialGetPayload<typeof endedTaskColumns>;

/** The trials of an effect run that have ended, by their dialect, in the order in which they were taken. */
export async function readEndedTaskTrials(
  { db, workspace }: WorkspaceContext,
  suiteRunId: string,
): Promise<ReadonlyMap<string, EndedTaskTrial[]>> {
  const rows = await db.trial.findMany({
    where: { suiteRunId, workspaceId: workspace.id, outcome: { not: null } },
    orderBy: { position: "asc" },
    ...endedTaskColumns,
  });
  return endedTasksByDialect(rows);
}

/** Rows of trials of tasks that have ended. */
export function endedTasksByDialect(rows: readonly EndedTaskRow[]): ReadonlyMap<string, EndedTaskTrial[]> {
  return new Map(
    [...Map.groupBy(rows, ({ dialect }) => dialect)].map(([dialect, own]) => [dialect, own.map(toEndedTask)]),
  );
}

const toEndedTask = ({ caseId, repeat, reason, message, ...row }: EndedTaskRow): EndedTaskTrial => ({
  ...armOf(row),
  task: caseId,
  repeat,
  outcome: z.enum(effectOutcomes).parse(row.outcome),
  grades: gradesOf(row),
  invalid: reason === null ? null : { reason, message: message ?? "" },
});

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
  outcome: z.enum(triggerOutcomes).parse(outcome),
  activated,
  by,
  invalid: reason === null ? null : { reason, message: message ?? "" },
});

type ShortTrial = CaseResult["hosts"][number]["trials"][number];
type GradedTrial = TaskResult["hosts"][number]["arms"][number]["trials"][number];

export const toShortTrial = (row: TrialRow): ShortTrial => ({
  ...commonOf(row),
  outcome: z.enum(triggerOutcomes).nullable().parse(row.outcome),
});

export const toGradedTrial = (row: TrialRow): GradedTrial => ({
  ...commonOf(row),
  outcome: z.enum(effectOutcomes).nullable().parse(row.outcome),
  grades: gradesOf(row),
});

const gradesOf = ({ grades }: Pick<TrialRow, "grades">) => gradesSchema.parse(grades ?? []);

/** In which arm a trial is, and which file is missing there. */
export const armOf = ({ arm, leftOut }: { arm: string; leftOut: string | null }): TriedArm => ({
  arm: z.enum(trialArms).parse(arm),
  leftOut,
});

/** Two trials with the same key are of the same arm. */
export const armKey = ({ arm, leftOut }: { arm: string; leftOut: string | null }): string =>
  `${arm} ${leftOut ?? ""}`;

function commonOf(row: TrialRow): Omit<ShortTrial, "outcome"> {
  const { id, repeat, activated, keptSkill, keptNumber } = row;
  const reason = z.enum(invalidReasons).nullable().parse(row.reason);
  return {
    id,
    repeat,
    activated,
    state: z.enum(trialStates).parse(row.state),
    invalid: reason === null ? null : { reason, message: row.message ?? "" },
    keptFrom: keptSkill === null || keptNumber === null ? null : { skill: keptSkill, number: keptNumber },
  };
}

export function toTrial(row: TrialRow): Trial {
  return {
    ...commonOf(row),
    ...armOf(row),
    outcome: z.enum(trialOutcomes).nullable().parse(row.outcome),
    grades: gradesOf(row),
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
