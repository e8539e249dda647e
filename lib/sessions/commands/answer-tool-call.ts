import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { requireRun } from "../internal/require-run";
import { type ToolResult, toolResultSchema } from "../schema";

/**
 * Types the result of a call that a run waits for; whichever server runs it goes on. Of two at once one counts, the
 * other is CONFLICT. NOT_FOUND when the run waits for no such call (any more).
 */
export async function answerToolCall(
  context: Context,
  input: ToolResult & { conversation: string; run: string },
): Promise<void> {
  requirePermission(context, "playground.rehearse");
  const { callId, result } = toolResultSchema.parse(input);
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const run = await requireRun(context, input);
    if (run.state !== "running") throw new AppError("NOT_FOUND", "The run is over: it waits for nothing.");
    const where = { runId: run.id, callId, workspaceId: context.workspace.id };
    const { count } = await context.db.awaitedCall.updateMany({
      where: { ...where, result: null, decision: null },
      data: { result, answeredById: context.actor.userId },
    });
    if (count === 0) {
      const taken = await context.db.awaitedCall.findFirst({ where, select: { callId: true } });
      if (taken) throw new AppError("CONFLICT", "Somebody has answered this call already.");
      throw new AppError("NOT_FOUND", "The run does not wait for this call.");
    }
    await notify(context, { topic: "tool-result", runId: run.id });
    await notify(context, { topic: "conversation", conversationId: run.conversationId, seq: 0 });
    await appendAudit(context, {
      action: "run.tool-result-typed",
      object: { type: "run", id: run.id },
      detail: { callId },
    });
  });
}
