import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { getUsualJudge } from "../judges/get-usual-judge";
import { type SetUsualJudge, setUsualJudgeSchema, type UsualJudge } from "../judges/judge-schema";

/** Says which model compares answers where a run names none; null for one of another family. NOT_FOUND for no model here. */
export async function setUsualJudge(context: Context, input: SetUsualJudge): Promise<UsualJudge> {
  requirePermission(context, "models.manage");
  const { model } = setUsualJudgeSchema.parse(input);
  return inPermittedTransaction(context, "models.manage", async (context) => {
    const { db, workspace } = context;
    const { id, name } = workspace;
    await db.$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await getUsualJudge(context);
    if (model !== null) {
      const where = { id: model, workspaceId: id, archivedAt: null };
      if ((await db.modelConnection.count({ where })) === 0)
        throw new AppError("NOT_FOUND", "There is no such model in use here.");
    }
    await db.workspace.update({ where: { id }, data: { judgeModelId: model } });
    const after = await getUsualJudge(context);
    await appendAudit(context, {
      action: "judge.chosen",
      object: { type: "workspace", id, name },
      detail: { from: before.model?.name ?? null, to: after.model?.name ?? null },
    });
    return after;
  });
}
