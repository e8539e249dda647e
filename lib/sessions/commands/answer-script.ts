import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { requireRun } from "../internal/require-run";
import { type DecideScript, decideScriptSchema } from "../schema";
import { scriptRuns } from "../script-runs";

const actions = {
  allow: "run.script-allowed",
  refuse: "run.script-refused",
  stop: "run.script-stopped",
} as const;

/**
 * Lets the script that a run waits for run once, or refuses it, or stops one that runs, and the run goes on, on whichever
 * server it is. Of two at once one counts, the other is CONFLICT. NOT_FOUND when there is no such script (any more).
 */
export async function answerScript(
  context: Context,
  input: DecideScript & { conversation: string; run: string },
): Promise<void> {
  requirePermission(context, "playground.rehearse");
  const { callId, decision } = decideScriptSchema.parse(input);
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const run = await requireRun(context, input);
    if (run.state !== "running") throw new AppError("NOT_FOUND", "The run is over: it waits for nothing.");
    const where = { runId: run.id, callId, workspaceId: context.workspace.id, offersScript: true };
    const { count } = await context.db.awaitedCall.updateMany({
      where: { ...where, result: null, decision: decision === "stop" ? scriptRuns : null },
      data: { decision, answeredById: context.actor.userId },
    });
    if (count === 0) {
      const taken = await context.db.awaitedCall.findFirst({ where, select: { callId: true } });
      if (taken && decision === "stop")
        throw new AppError("CONFLICT", "It does not run now, or is being stopped.");
      if (taken) throw new AppError("CONFLICT", "Somebody has answered this call already.");
      const none =
        decision === "stop" ? "No such script runs." : "The run does not wait for leave to run this.";
      throw new AppError("NOT_FOUND", none);
    }
    await notify(context, { topic: "tool-result", runId: run.id });
    await notify(context, { topic: "conversation", conversationId: run.conversationId, seq: 0 });
    await appendAudit(context, {
      action: actions[decision],
      object: { type: "run", id: run.id },
      detail: { callId },
    });
  });
}
