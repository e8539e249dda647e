import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { builtInModel } from "../agent-options";

type Chosen = { model?: string | undefined; routerModel?: string | null | undefined };

/** UNPROCESSABLE unless both are the built-in model or models of this workspace that are in use. */
export async function requireModels(context: Context, { model, routerModel }: Chosen): Promise<void> {
  const ids = [model, routerModel].filter((id) => typeof id === "string" && id !== builtInModel);
  for (const id of new Set(ids)) {
    const row = await context.db.modelConnection.findFirst({
      where: { id: String(id), workspaceId: context.workspace.id, archivedAt: null },
      select: { id: true },
    });
    if (!row)
      throw new AppError(
        "UNPROCESSABLE",
        "There is no such model here, or it is archived. Choose another one.",
      );
  }
}
