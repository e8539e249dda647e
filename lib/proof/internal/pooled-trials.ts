import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { type PooledTrials, poolTrials, type TrialToPool } from "@/lib/verdicts/pool-trials";
import type { TriedArm } from "../suites/task-schema";
import { armKey, armOf, type TrialRow, trialColumns } from "./trial-rows";

export type PooledRow = TrialToPool & { row: TrialRow };

/** Arms that every effect run has; trials of cases are all `found`. */
export const pooledArms = ["without", "found", "given"] as const satisfies readonly TriedArm["arm"][];

type ToPool = {
  runs: readonly { id: string; number: number }[];
  /** What the skill was called in each of them: so its own runs are named where answers were kept from one. */
  names: ReadonlySet<string>;
  /** Trials of a run in a dialect that are not looked at. */
  isLeftOut?: (run: { number: number }, dialect: string) => boolean;
};

/** Of each case, or task, in one dialect. */
export const slotOf = (dialect: string, id: string): string => `${dialect} ${id}`;

/** The trials of several runs of one skill that have ended, pooled; `run` is the number of each one's run. */
export async function readPooledTrials(
  { db, workspace }: WorkspaceContext,
  { runs, names, isLeftOut = () => false }: ToPool,
): Promise<PooledTrials<PooledRow>> {
  const numbers = new Map(runs.map(({ id, number }) => [id, number]));
  const rows = await db.trial.findMany({
    where: {
      suiteRunId: { in: [...numbers.keys()] },
      workspaceId: workspace.id,
      outcome: { not: null },
      arm: { in: [...pooledArms] },
    },
    orderBy: { position: "asc" },
    ...trialColumns,
  });
  const numberOf = (row: TrialRow) => numbers.get(row.suiteRunId) ?? 0;
  const inOrder = rows
    .filter((row) => !isLeftOut({ number: numberOf(row) }, row.dialect))
    .toSorted((left, right) => numberOf(left) - numberOf(right));
  return poolTrials(inOrder.map((row) => toPoolable(row, numberOf(row), names)));
}

function toPoolable(row: TrialRow, number: number, names: ReadonlySet<string>): PooledRow {
  const { keptSkill, keptNumber } = row;
  const isOwn = keptSkill !== null && names.has(keptSkill);
  return {
    row,
    run: String(number),
    slot: slotOf(row.dialect, row.caseId),
    arm: armKey(armOf(row)),
    repeat: row.repeat,
    isValid: row.outcome !== "invalid",
    keptFrom: row.kept === 0 ? null : isOwn ? String(keptNumber) : `${keptSkill} ${keptNumber}`,
  };
}
