import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { frozenJudgeSchema } from "../judges/judge-schema";
import { type Labelled, type LabelPairInput, labelPairInputSchema } from "../judges/labelling-schema";
import { calibrationOf, toDirection } from "../judges/list-label-pairs";
import { directions } from "../proof-options";
import { type OfRun, requireJudgedRun } from "../trials/trial-queries";

/**
 * What one person says of two answers that a judge compared; a second word takes the place of the first. FORBIDDEN for
 * programs: a judge is held against people.
 */
export async function labelPair(
  context: Context,
  input: LabelPairInput & OfRun & { pair: string },
): Promise<Labelled> {
  requirePermission(context, "playground.rehearse");
  const { label } = labelPairInputSchema.parse(input);
  if (context.actor.key)
    throw new AppError("FORBIDDEN", "A judge is held against people: sign in to label a pair.");
  const { skill, number } = input;
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { db, workspace, actor } = context;
    const run = await requireJudgedRun(context, { skill, number });
    const row = z.uuid().safeParse(input.pair).success
      ? await db.judgement.findFirst({
          where: { id: input.pair, suiteRunId: run.id, workspaceId: workspace.id },
          select: { id: true, outcome: true, said: true },
        })
      : null;
    const judged = z.enum(directions).safeParse(row?.outcome);
    if (!row || !judged.success || row.said === null)
      throw new AppError("NOT_FOUND", "There is no pair of answers in this run that its judge compared.");
    const said = { label: toDirection(row.id, label), judged: judged.data, at: context.now() };
    const { key: judge } = frozenJudgeSchema.parse(run.judge);
    await db.judgeLabel.upsert({
      where: { judgementId_userId: { judgementId: row.id, userId: actor.userId } },
      create: { workspaceId: workspace.id, judgementId: row.id, userId: actor.userId, judge, ...said },
      update: said,
    });
    await appendAudit(context, {
      action: "judgement.labelled",
      object: { type: "suite-run", id: run.id, name: `${skill}, run ${number}` },
      detail: { pair: row.id },
    });
    await notify(context, {
      topic: "proof",
      workspaceId: workspace.id,
      suiteRunId: run.id,
      trialEnded: true,
    });
    return { label, calibration: await calibrationOf(context, run) };
  });
}
