import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { describeScripts, readOwnScriptMode } from "../read-script-settings";
import { type ScriptSettings, type SetScripts, setScriptsSchema } from "../script-schema";

/**
 * Says whether scripts of skills may run in this workspace's rehearsals, from the next call on. UNPROCESSABLE to switch
 * them on where the operator has not.
 */
export async function setScripts(context: Context, input: SetScripts): Promise<ScriptSettings> {
  requirePermission(context, "workspace.edit");
  const { mode } = setScriptsSchema.parse(input);
  if (mode !== "off" && !env().scripts)
    throw new AppError("UNPROCESSABLE", "The operator has not switched scripts on (GREENROOM_SCRIPTS).");
  const { id, name } = context.workspace;
  return inPermittedTransaction(context, "workspace.edit", async (context) => {
    await context.db.$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await readOwnScriptMode(context);
    if (before === mode) return describeScripts(mode);
    await context.db.workspace.update({ where: { id }, data: { scripts: mode } });
    await appendAudit(context, {
      action: "scripts.changed",
      object: { type: "workspace", id, name },
      detail: { from: before, to: mode },
    });
    return describeScripts(mode);
  });
}
