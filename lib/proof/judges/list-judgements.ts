import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import { judgementOf } from "../internal/judgement-rows";
import { triedTaskSchema } from "../suites/task-schema";
import { type OfRun, place, requireRun } from "../trials/trial-queries";
import { type JudgementList, type ListJudgements, listJudgementsSchema } from "./labelling-schema";

/** The pairs of answers that a run's judge compares, in the order in which they are taken; none of a run without one. */
export async function listJudgements(
  context: Context,
  input: ListJudgements & OfRun,
): Promise<JudgementList> {
  const { cursor, limit } = listJudgementsSchema.parse(input);
  const run = await requireRun(context, input);
  if (run.suite !== "effect") return { items: [], nextCursor: null };
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, place);
  const tasks = new Map(
    z
      .array(triedTaskSchema)
      .parse(run.tried)
      .map((task) => [task.id, task]),
  );
  const rows = await context.db.judgement.findMany({
    where: { suiteRunId: run.id, workspaceId: context.workspace.id, position: { gt: after } },
    orderBy: { position: "asc" },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => {
      const task = tasks.get(row.caseId);
      const asked = task && criteriaOf(task).find(({ grader }) => grader === row.grader);
      const costUsd = row.costUsd === null ? null : Number(row.costUsd);
      return { ...judgementOf(row), dialect: row.dialect, criterion: asked?.criterion ?? "", costUsd };
    }),
    nextCursor: rows.length > limit && last ? encodeCursor([last.position]) : null,
  };
}
