import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { isGoingOn, suiteRunStates } from "../proof-options";
import { notRemoved } from "../queries";
import { deleteTrialsOfRemoved } from "./delete-trials-of-removed";

/**
 * Removes a run that has ended, with its cases, figures and sessions. Its number is not given again, and it stays counted
 * among the runs of its bytes: nobody gets rid of a bad one unseen. CONFLICT while it goes on.
 */
export async function deleteSuiteRun(
  context: Context,
  { skill, number }: { skill: string; number: number },
): Promise<void> {
  requirePermission(context, "library.delete");
  const removed = await inPermittedTransaction(context, "library.delete", async (context) => {
    const workspaceId = context.workspace.id;
    const row = await context.db.suiteRun.findFirst({
      where: { number, workspaceId, skill: { name: skill }, ...notRemoved },
      select: { id: true, state: true, digest: true, modelName: true },
    });
    if (!row) throw new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);
    const { id, digest, modelName } = row;
    if (isGoingOn(z.enum(suiteRunStates).parse(row.state)))
      throw new AppError("CONFLICT", `Run ${number} of ${skill} goes on. Stop it first.`);
    const { count } = await context.db.suiteRun.updateMany({
      where: { id, workspaceId, ...notRemoved },
      data: { removedAt: context.now(), tried: [], offer: {}, figures: [], requestKey: null },
    });
    if (count === 0) throw new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);
    await appendAudit(context, {
      action: "suite-run.deleted",
      object: { type: "suite-run", id, name: `${skill}, run ${number}` },
      detail: { number, digest, model: modelName },
    });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id, ended: true });
    return id;
  });
  await deleteTrialsOfRemoved(context, removed);
}
