import "server-only";
import type { Context } from "@/lib/access/context";
import { can, requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { getRadarRun } from "../queries";
import type { RadarRun } from "../schema";
import { endRadarRun } from "./end-radar-run";

/**
 * Ends a radar run with the run of a suite that goes on in it; what is done stays. One that has ended stays as it is.
 * FORBIDDEN for those who neither started it nor manage models.
 */
export async function stopRadarRun(context: Context, { number }: { number: number }): Promise<RadarRun> {
  requirePermission(context, "playground.rehearse");
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { db, workspace, actor } = context;
    const row = await db.radarRun.findFirst({
      where: { number, workspaceId: workspace.id },
      select: { id: true, startedById: true },
    });
    if (!row) throw new AppError("NOT_FOUND", `There is no radar run ${number} here.`);
    if (row.startedById !== actor.userId && !can(workspace.role, "models.manage"))
      throw new AppError("FORBIDDEN", "Only who started a radar run, or who manages models, stops it.");
    const failure = `${actor.name} stopped it.`;
    if (!(await endRadarRun(context, { id: row.id, state: "stopped", failure }))) return;
    await appendAudit(context, {
      action: "radar-run.stopped",
      object: { type: "radar-run", id: row.id, name: `Radar run ${number}` },
      detail: { number },
    });
  });
  return getRadarRun(context, { number });
}
