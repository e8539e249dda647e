import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { armKey, type TrialRow, toGradedTrial, trialColumns } from "../internal/trial-rows";
import { type TriedArm, triedArmSchema, triedTaskSchema } from "../suites/task-schema";
import { type OfRun, place, requireRun } from "./trial-queries";
import { type ListCases, listCasesSchema, type TaskList, type TaskResult } from "./trial-schema";

/** The tasks of a run in the order of their suite, each with its trials in every host and arm; none of a trigger suite. */
export async function listRunTasks(context: Context, input: ListCases & OfRun): Promise<TaskList> {
  const { cursor, limit } = listCasesSchema.parse(input);
  const run = await requireRun(context, input);
  if (run.suite !== "effect") return { items: [], nextCursor: null };
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, place);
  const tasks = z.array(triedTaskSchema).parse(run.tried);
  const page = tasks.filter(({ number }) => number > after).slice(0, limit);
  const dialects = z.array(z.object({ id: z.string() })).parse(run.dialects);
  const arms = z.array(triedArmSchema).parse(run.arms ?? []);
  const rows = await context.db.trial.findMany({
    where: {
      suiteRunId: run.id,
      workspaceId: context.workspace.id,
      caseId: { in: page.map(({ id }) => id) },
    },
    orderBy: { position: "asc" },
    ...trialColumns,
  });
  const byPlace = Map.groupBy(rows, (row) => `${row.caseId} ${row.dialect} ${armKey(row)}`);
  const last = page.at(-1);
  return {
    items: page.map((task) => ({
      ...task,
      hosts: dialects.map(({ id: dialect }) => ({
        dialect,
        arms: arms.map((arm) => resultOf(arm, byPlace.get(`${task.id} ${dialect} ${armKey(arm)}`) ?? [])),
      })),
    })),
    nextCursor: last && last.number < tasks.length ? encodeCursor([last.number]) : null,
  };
}

function resultOf(arm: TriedArm, rows: readonly TrialRow[]): TaskResult["hosts"][number]["arms"][number] {
  const trials = rows.map(toGradedTrial);
  const passed = trials.filter(({ outcome }) => outcome === "passed").length;
  const failed = trials.filter(({ outcome }) => outcome === "failed").length;
  return { ...arm, passed, counted: passed + failed, trials };
}
