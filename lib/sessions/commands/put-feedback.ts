import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { payloadSchemas } from "@/lib/runtime/events";
import { requireRun } from "../internal/require-run";
import { type Feedback, type PutFeedback, putFeedbackSchema } from "../schema";

type OfRun = { conversation: string; run: string };

/**
 * One person's thumb on a run, with a reason, and with what its message should have done with a skill that it was offered;
 * a second one takes the place of the first. UNPROCESSABLE for a skill that the run was not offered.
 */
export async function putFeedback(context: Context, input: PutFeedback & OfRun): Promise<Feedback> {
  requirePermission(context, "playground.rehearse");
  const { verdict, reason, activation = null } = putFeedbackSchema.parse(input);
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const run = await requireRun(context, input);
    if (activation) await requireOffered(context, run.id, activation.skill);
    const { userId, name } = context.actor;
    const said = {
      verdict,
      reason,
      skill: activation?.skill ?? null,
      shouldActivate: activation?.expected ?? null,
    };
    const place = { runId: run.id, userId, workspaceId: run.workspaceId, conversationId: run.conversationId };
    const row = await context.db.feedback.upsert({
      where: { runId_userId: { runId: run.id, userId } },
      create: { ...place, ...said },
      update: said,
    });
    await notify(context, { topic: "conversation", conversationId: run.conversationId, seq: 0 });
    await appendAudit(context, {
      action: "run.judged",
      object: { type: "run", id: run.id },
      detail: { verdict, ...(activation ?? {}) },
    });
    const updatedAt = row.updatedAt.toISOString();
    return { runId: run.id, person: { id: userId, name }, verdict, reason, activation, updatedAt };
  });
}

/** Of a skill that was not there nobody can say that it should have been activated. */
async function requireOffered(context: WorkspaceContext, runId: string, skill: string): Promise<void> {
  const row = await context.db.event.findFirst({
    where: { runId, workspaceId: context.workspace.id, type: "run-started" },
    select: { payload: true },
  });
  const offered = payloadSchemas["run-started"].safeParse(row?.payload).data?.offered ?? [];
  if (offered.some(({ name }) => name === skill)) return;
  throw new AppError("UNPROCESSABLE", `This run was not offered ${skill}.`);
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
