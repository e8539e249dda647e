import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { AppError } from "@/lib/kernel/app-error";
import { getSuiteRun } from "../queries";
import type { SuiteRun } from "../schema";
import { endEarly } from "./end-suite-run";

/** Ends a run; what is done stays, what is under way is broken off. One that has ended stays as it is. */
export async function stopSuiteRun(
  context: Context,
  { skill, number }: { skill: string; number: number },
): Promise<SuiteRun> {
  requirePermission(context, "playground.rehearse");
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const row = await context.db.suiteRun.findFirst({
      where: { number, workspaceId: context.workspace.id, skill: { name: skill } },
      select: { id: true },
    });
    if (!row) throw new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);
    const failure = `${context.actor.name} stopped it.`;
    await endEarly(context, { id: row.id, state: "stopped", failure });
  });
  return getSuiteRun(context, { skill, number });
}
