import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { readClosedNames } from "@/lib/access/closed-names";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { type JudgedCase, judgeSuite } from "@/lib/verdicts/judge-suite";
import type { PooledTrials } from "@/lib/verdicts/pool-trials";
import { isUnsound } from "../checks/check-schema";
import { toJudgedPairs } from "../internal/judgement-rows";
import { readPooledJudgements } from "../internal/pooled-judgements";
import { type PooledRow, pooledArms, readPooledTrials, slotOf } from "../internal/pooled-trials";
import { endedByDialect, endedTasksByDialect } from "../internal/trial-rows";
import { isGoingOn, suiteRunStates } from "../proof-options";
import { notRemoved } from "../queries";
import { triedCaseSchema } from "../suites/case-schema";
import { triedTaskSchema } from "../suites/task-schema";
import { effectFiguresOf, judgeTasks } from "./effect-figures";
import type { EffectFigures } from "./effect-schema";
import { figuresOf, toFigures } from "./figures";
import { findPoolableRuns, type PoolRow } from "./find-poolable-runs";
import type { RunPool } from "./pool-schema";

/**
 * All ended runs of the bytes of a run, as if they were one: whoever runs a suite until it looks well shows all of them. A
 * run counts with what it asked; answers that it was given again count with the run that asked.
 */
export async function getRunPool(
  context: Context,
  { skill, number }: { skill: string; number: number },
): Promise<RunPool> {
  requirePermission(context, "playground.rehearse");
  const row = await context.db.suiteRun.findFirst({
    where: { number, workspaceId: context.workspace.id, skill: { name: skill }, ...notRemoved },
    include: { skill: { select: { name: true } } },
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);
  const { runs, leftOut } = await findPoolableRuns(context, row);
  // What has ended and was judged is the same for ever.
  const isSettled = runs.every(({ figures }) => figures !== null);
  const key = JSON.stringify([row.id, row.figures !== null, runs.map(({ id }) => id)]);
  const known = isSettled ? pools().get(key) : undefined;
  const pool = known ?? (await poolRuns(context, row, runs));
  if (isSettled) pools().set(key, pool);
  // What is kept is kept for everybody.
  const { mask } = await readClosedNames(context);
  return mask({ number, first: runs[0]?.number ?? null, leftOut, ...pool });
}

type Pooled = Omit<RunPool, "number" | "first" | "leftOut">;

declare global {
  var greenroomRunPools: LRUCache<string, Pooled> | undefined;
}
const pools = (): LRUCache<string, Pooled> => {
  globalThis.greenroomRunPools ??= new LRUCache({ max: 100 });
  return globalThis.greenroomRunPools;
};

async function poolRuns(context: Context, row: PoolRow, runs: readonly PoolRow[]): Promise<Pooled> {
  const names = new Set(
    [row, ...runs].flatMap(({ skillName, skill }) => [skill.name, skillName ?? skill.name]),
  );
  const pooled = await readPooledTrials(context, { runs, names });
  const judged =
    row.suite === "effect"
      ? await poolTasks(context, { row, runs, pooled })
      : await poolCases(context, row, pooled);
  const counts = Map.groupBy(pooled.trials, ({ run }) => run);
  return {
    ...judged,
    runs: await Promise.all(
      runs.map(async (run) => ({
        number: run.number,
        state: z.enum(suiteRunStates).parse(run.state),
        repeatOf: run.repeatOf,
        createdAt: run.createdAt.toISOString(),
        trials: counts.get(String(run.number))?.length ?? 0,
        copies: pooled.copies.get(String(run.number)) ?? 0,
        hosts: await hostsOf(context, run),
      })),
    ),
  };
}

/** What a run came to by itself. */
async function hostsOf(context: Context, run: PoolRow): Promise<RunPool["runs"][number]["hosts"]> {
  if (run.suite === "effect") {
    const figures = await effectFiguresOf(context, run);
    return figures.map(({ dialect, counts, verdict }) => {
      const { wins, ties, losses } = counts;
      return { dialect, right: wins, measured: wins + ties + losses, word: verdict.word };
    });
  }
  const figures = await figuresOf(context, run);
  return figures.map(({ dialect, outcomes, measured, verdict }) => {
    return { dialect, right: outcomes.right, measured, word: verdict.word };
  });
}

const dialectIds = z.array(z.object({ id: z.string() }));
const isOver = ({ state }: PoolRow): boolean => !isGoingOn(z.enum(suiteRunStates).parse(state));

type Judged = Pick<RunPool, "figures" | "effectFigures" | "otherwise">;

async function poolCases(
  { db, workspace }: Context,
  row: PoolRow,
  { trials }: PooledTrials<PooledRow>,
): Promise<Judged> {
  const cases = z.array(triedCaseSchema).parse(row.tried);
  const subject = {
    skill: row.skillName ?? row.skill.name,
    cases,
    scripted: row.modelKind !== "live",
    unsound: isUnsound(row.selfCheck),
  };
  const pooled = endedByDialect(trials.map((trial) => trial.row));
  const own = endedByDialect(
    await db.trial.findMany({
      where: { suiteRunId: row.id, workspaceId: workspace.id, outcome: { not: null } },
      orderBy: { position: "asc" },
      omit: { events: true },
    }),
  );
  const judge = (of: typeof pooled, id: string) => judgeSuite({ ...subject, trials: of.get(id) ?? [] });
  const dialects = dialectIds.parse(row.dialects).map(({ id }) => ({
    id,
    together: judge(pooled, id),
    here: judge(own, id).cases,
  }));
  return {
    effectFigures: [],
    figures: dialects.map(({ id, together }) => ({
      ...toFigures({ dialect: id, ...together }),
      cases: together.cases.map(({ id, outcome, right, counted, invalid }) => {
        return { id, outcome, right, counted, invalid };
      }),
    })),
    otherwise: isOver(row)
      ? dialects.flatMap(({ id, together, here }) =>
          differing(id, toOutcomes(here), toOutcomes(together.cases)),
        )
      : [],
  };
}

type TasksToPool = { row: PoolRow; runs: readonly PoolRow[]; pooled: PooledTrials<PooledRow> };

async function poolTasks(
  context: Context,
  { row, runs, pooled: { trials, repeats } }: TasksToPool,
): Promise<Judged> {
  const tasks = z.array(triedTaskSchema).parse(row.tried);
  const arms = pooledArms.map((arm) => ({ arm, leftOut: null }));
  const ended = endedTasksByDialect(trials.map((trial) => ({ ...trial.row, repeat: trial.repeat })));
  const subject = { modelKind: row.modelKind, state: "done", approvedVersion: null };
  const pairs = await readPooledJudgements(context, { row, runs, trials });
  const pooled: EffectFigures[] = await Promise.all(
    dialectIds.parse(row.dialects).map(({ id }) => {
      const declared = new Map(tasks.map((task) => [task.id, repeats.get(slotOf(id, task.id)) ?? 0]));
      const judgements = pairs && (pairs.get(id) ?? []);
      const judged = judgements && toJudgedPairs(judgements);
      const one = { dialect: id, tasks, arms, trials: ended.get(id) ?? [], judgements, judged };
      return judgeTasks(one, subject, declared);
    }),
  );
  const own = isOver(row) ? await effectFiguresOf(context, row) : [];
  return {
    figures: [],
    effectFigures: pooled,
    otherwise: own.flatMap((here) => {
      const together = pooled.find(({ dialect }) => dialect === here.dialect);
      return together ? differing(here.dialect, toDirections(here), toDirections(together)) : [];
    }),
  };
}

type Outcome = RunPool["otherwise"][number]["here"];
type Told = readonly { id: string; outcome: Outcome }[];

const toOutcomes = (cases: readonly JudgedCase[]): Told => cases.map(({ id, outcome }) => ({ id, outcome }));
const toDirections = ({ tasks }: EffectFigures): Told =>
  tasks.map(({ id, direction }) => ({ id, outcome: direction }));

function differing(dialect: string, here: Told, together: Told): RunPool["otherwise"] {
  const pooled = new Map(together.map(({ id, outcome }) => [id, outcome]));
  return here.flatMap(({ id, outcome }) => {
    const other = pooled.get(id) ?? null;
    return other === outcome ? [] : [{ dialect, case: id, here: outcome, pooled: other }];
  });
}
