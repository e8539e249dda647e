import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { requireRun } from "../internal/require-run";
import { type Feedback, type PutFeedback, putFeedbackSchema } from "../schema";

type OfRun = { conversation: string; run: string };

/** One person's thumb on a run, with a reason; a second one takes the place of the first. */
export async function putFeedback(context: Context, input: PutFeedback & OfRun): Promise<Feedback> {
  requirePermission(context, "playground.rehearse");
  const { verdict, reason } = putFeedbackSchema.parse(input);
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const run = await requireRun(context, input);
    const { userId, name } = context.actor;
    const place = { runId: run.id, userId, workspaceId: run.workspaceId, conversationId: run.conversationId };
    const row = await context.db.feedback.upsert({
      where: { runId_userId: { runId: run.id, userId } },
      create: { ...place, verdict, reason },
      update: { verdict, reason },
    });
    await notify(context, { topic: "conversation", conversationId: run.conversationId, seq: 0 });
    await appendAudit(context, {
      action: "run.judged",
      object: { type: "run", id: run.id },
      detail: { verdict },
    });
    const updatedAt = row.updatedAt.toISOString();
    return { runId: run.id, person: { id: userId, name }, verdict, reason, updatedAt };
  });
}

/** Takes one's own thumb back; nothing happens when there is none. */
export async function deleteFeedback(context: Context, input: OfRun): Promise<void> {
  requirePermission(context, "playground.rehearse");
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const run = await requireRun(context, input);
    const { count } = await context.db.feedback.deleteMany({
      where: { runId: run.id, userId: context.actor.userId, workspaceId: context.workspace.id },
    });
    if (count === 0) return;
    await notify(context, { topic: "conversation", conversationId: run.conversationId, seq: 0 });
    await appendAudit(context, {
      action: "run.judgement-withdrawn",
      object: { type: "run", id: run.id },
    });
  });
}
