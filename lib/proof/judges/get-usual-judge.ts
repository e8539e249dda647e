import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { UsualJudge } from "./judge-schema";

/** The model that compares answers where a run names none; null, also once it is archived: then one of another family. */
export async function getUsualJudge(context: Context): Promise<UsualJudge> {
  requirePermission(context, "models.read");
  const { db, workspace } = context;
  const { judgeModelId } = await db.workspace.findUniqueOrThrow({
    where: { id: workspace.id },
    select: { judgeModelId: true },
  });
  if (judgeModelId === null) return { model: null };
  const model = await db.modelConnection.findFirst({
    where: { id: judgeModelId, workspaceId: workspace.id, archivedAt: null },
    select: { id: true, name: true },
  });
  return { model };
}
