import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { isAllowedOn } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { findRow, getImprovement } from "../queries";
import type { Improvement } from "../schema";
import { endSearch } from "./end-search";

/**
 * Ends a search and what runs of it go on; what is decided stays, and so do its suggestions. One that has ended stays as it
 * is. FORBIDDEN for those who neither started it nor may edit the skill, or skills at all where it is of several.
 */
export async function stopImprovement(
  context: Context,
  { improvement }: { improvement: string },
): Promise<Improvement> {
  requirePermission(context, "playground.rehearse");
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { id, skillId, startedById } = await findRow(context, improvement);
    const mayStop =
      startedById === context.actor.userId ||
      (skillId === null
        ? isAllowed(context, "library.edit")
        : await isAllowedOn(context, { skillId }, "library.edit"));
    if (!mayStop)
      throw new AppError("FORBIDDEN", "Only who started it, or who may edit the skill, stops it.");
    const failure = `${context.actor.name} stopped it.`;
    if (!(await endSearch(context, { id, state: "stopped", failure, outcome: null, owner: null }))) return;
    await appendAudit(context, {
      action: "improvement.stopped",
      object: { type: "improvement", id, name: "a search for descriptions" },
      detail: {},
    });
  });
  return getImprovement(context, { improvement });
}
