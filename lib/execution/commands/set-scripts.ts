import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { describeScripts, readOwnScripts } from "../read-script-settings";
import { requireListable } from "../require-listable";
import { type ScriptSettings, type SetScripts, setScriptsSchema } from "../script-schema";

/**
 * Says whether scripts of skills may run in this workspace's rehearsals, and which of them without asking, from the next call
 * on. UNPROCESSABLE to switch them on where the operator has not, and to list a draft, or a version that was withdrawn
 * or published past the policy; NOT_FOUND for a skill or version that is not here.
 */
export async function setScripts(context: Context, input: SetScripts): Promise<ScriptSettings> {
  requirePermission(context, "workspace.edit");
  const { mode, allow: asked } = setScriptsSchema.parse(input);
  if (mode !== "off" && !env().scripts)
    throw new AppError("UNPROCESSABLE", "The operator has not switched scripts on (GREENROOM_SCRIPTS).");
  const { id, name } = context.workspace;
  return inPermittedTransaction(context, "workspace.edit", async (context) => {
    await context.db.$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await readOwnScripts(context);
    const allow = asked === undefined ? before.allow : await requireListable(context, asked);
    const after = { mode, allow };
    if (JSON.stringify(before) === JSON.stringify(after)) return describeScripts(before);
    await context.db.workspace.update({
      where: { id },
      data: { scripts: mode, ...(asked === undefined ? {} : { scriptAllowances: allow }) },
    });
    await appendAudit(context, {
      action: "scripts.changed",
      object: { type: "workspace", id, name },
      detail: { from: before.mode, to: mode, ...listDetail(before.allow, allow) },
    });
    return describeScripts(after);
  });
}

type Allow = ScriptSettings["allow"];

/** What came on the list and what went, whole: each of them lets something run. */
function listDetail(before: Allow, after: Allow): { listed?: Allow; unlisted?: Allow } {
  const without = (list: Allow, other: Allow) => {
    const known = new Set(other.map((one) => JSON.stringify(one)));
    return list.filter((one) => !known.has(JSON.stringify(one)));
  };
  const [listed, unlisted] = [without(after, before), without(before, after)];
  return { ...(listed.length > 0 ? { listed } : {}), ...(unlisted.length > 0 ? { unlisted } : {}) };
}
