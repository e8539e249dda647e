import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { isAllowedOn } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { getSuiteRun, notRemoved } from "../queries";
import type { SuiteRun } from "../schema";
import { endEarly } from "./end-suite-run";

/**
 * Ends a run; what is done stays, what is under way is broken off. One that has ended stays as it is. FORBIDDEN for those
 * who neither started it nor may edit the skill.
 */
export async function stopSuiteRun(
  context: Context,
  { skill, number }: { skill: string; number: number },
): Promise<SuiteRun> {
  requirePermission(context, "playground.rehearse");
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const row = await context.db.suiteRun.findFirst({
      where: { number, workspaceId: context.workspace.id, skill: { name: skill }, ...notRemoved },
      select: { id: true, skillId: true, startedById: true },
    });
    if (!row) throw new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);
    const { id, skillId, startedById } = row;
    if (startedById !== context.actor.userId && !(await isAllowedOn(context, { skillId }, "library.edit")))
      throw new AppError("FORBIDDEN", "Only who started a run, or who may edit the skill, stops it.");
    const failure = `${context.actor.name} stopped it.`;
    if (!(await endEarly(context, { id, state: "stopped", failure }))) return;
    await appendAudit(context, {
      action: "suite-run.stopped",
      object: { type: "suite-run", id, name: `${skill}, run ${number}` },
      detail: { number },
    });
  });
  return getSuiteRun(context, { skill, number });
}
