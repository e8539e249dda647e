import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SuiteRun as SuiteRunRow } from "@/lib/db/generated/client";
import { isGoingOn, type PoolRefusal, suiteRunStates } from "../proof-options";
import { findDifference } from "../proven/alike-runs";

export type PoolRow = SuiteRunRow & { skill: { name: string } };
type LeftOut = { number: number; reason: PoolRefusal; message: string };

/** Of the newest runs of the same bytes so many are looked at, and of trials so many are pooled. */
const most = { runs: 40, trials: 40_000 } as const;

/** The runs of the bytes of `row` that are alike in all else, the first begun first; `row` is one of them once it has ended. */
export async function findPoolableRuns(
  { db, workspace }: WorkspaceContext,
  row: PoolRow,
): Promise<{ runs: PoolRow[]; leftOut: LeftOut[] }> {
  const { skillId, digest, suite, improvementId, improvementAttempt, besideSkillId, besideDigest } = row;
  // A neighbour's run in an attempt, or for a draft, is of the same bytes, beside others of a sibling.
  const attempt = { improvementId, improvementAttempt, besideSkillId, besideDigest };
  const where = { skillId, digest, suite, workspaceId: workspace.id, ...attempt };
  const include = { skill: { select: { name: true } } };
  const newest = await db.suiteRun.findMany({ where, orderBy: { number: "desc" }, take: most.runs, include });
  const older = await db.suiteRun.findMany({
    where: { ...where, id: { notIn: newest.map(({ id }) => id) } },
    orderBy: { number: "desc" },
    take: 200,
    select: { number: true },
  });
  const runs: PoolRow[] = [];
  const leftOut: LeftOut[] = older.map(({ number }) => ({ number, ...tooMany }));
  // The run that is asked for is never the one that there is no room for.
  let trials = trialsOf(row);
  for (const one of newest) {
    const refusal = refusalOf(row, one);
    const room = one.id === row.id || trials + trialsOf(one) <= most.trials;
    if (refusal) leftOut.push({ number: one.number, ...refusal });
    else if (!room) leftOut.push({ number: one.number, ...tooMany });
    else {
      runs.push(one);
      trials += one.id === row.id ? 0 : trialsOf(one);
    }
  }
  const inOrder = <T extends { number: number }>(all: readonly T[]) =>
    all.toSorted((left, right) => left.number - right.number);
  return { runs: inOrder(runs), leftOut: inOrder(leftOut) };
}

const tooMany = {
  reason: "too-many",
  message: `There are more runs than are pooled: the newest ${most.runs}, with ${most.trials} trials at most.`,
} as const;

const dialectIds = z.array(z.object({ id: z.string() }));
const armList = z.array(z.unknown()).nullable();

function trialsOf({ cases, repeats, dialects, arms }: PoolRow): number {
  const ways = (armList.parse(arms)?.length ?? 1) * dialectIds.parse(dialects).length;
  return cases * repeats * ways;
}

type Refusal = Omit<LeftOut, "number">;

function refusalOf(row: PoolRow, one: PoolRow): Refusal | null {
  const state = z.enum(suiteRunStates).parse(one.state);
  if (one.removedAt !== null)
    return { reason: "deleted", message: "It was deleted; what it came to is gone." };
  if (isGoingOn(state)) return { reason: "going-on", message: "It still goes on." };
  return one.id === row.id ? null : findDifference(row, one);
}
