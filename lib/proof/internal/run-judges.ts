import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { calibrateJudge, type JudgeLabel } from "@/lib/verdicts/calibrate-judge";
import { frozenJudgeSchema, type RunJudge } from "../judges/judge-schema";
import { directions, labelsNeeded } from "../proof-options";
import { noTrials, type TrialSums } from "./trial-sums";

/** By the ids of the runs that have a judge: who it is, how far it is, and how far people agree with it by now. */
export async function readRunJudges(
  context: WorkspaceContext,
  rows: readonly { id: string; judge: unknown }[],
  sums: ReadonlyMap<string, TrialSums>,
): Promise<ReadonlyMap<string, RunJudge>> {
  const judges = rows.flatMap(({ id, judge }) =>
    judge === null ? [] : [{ id, judge: frozenJudgeSchema.parse(judge) }],
  );
  const labels = await readLabels(
    context,
    judges.map(({ judge }) => judge.key),
  );
  return new Map(
    judges.map(({ id, judge: { key, name, ...judge } }) => {
      const { asked, kept, ...progress } = (sums.get(id) ?? noTrials).judged;
      const calibration = calibrateJudge(labels.get(key) ?? [], { name, needed: labelsNeeded });
      const { isOtherFamily, promptDigest } = judge;
      return [
        id,
        { id: judge.id, name, isOtherFamily, promptDigest, progress, calls: { asked, kept }, calibration },
      ];
    }),
  );
}

/** What people of the workspace said of pairs that these judges compared, by the judge. */
async function readLabels(
  { db, workspace }: WorkspaceContext,
  judges: readonly string[],
): Promise<ReadonlyMap<string, JudgeLabel[]>> {
  if (judges.length === 0) return new Map();
  const rows = await db.judgeLabel.findMany({
    where: { workspaceId: workspace.id, judge: { in: [...new Set(judges)] } },
    select: { judge: true, judgementId: true, userId: true, label: true, judged: true },
    orderBy: { at: "asc" },
  });
  const word = z.enum(directions);
  const labels = new Map<string, JudgeLabel[]>();
  for (const { judge, judgementId, userId, label, judged } of rows) {
    const own = labels.get(judge) ?? [];
    labels.set(judge, own);
    own.push({ pair: judgementId, person: userId, label: word.parse(label), judged: word.parse(judged) });
  }
  return labels;
}
