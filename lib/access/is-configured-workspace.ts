import "server-only";
import type { Context } from "./context";

/** Whether the server's configuration is about this workspace: the one that it names, else the first of the installation. */
export async function isConfiguredWorkspace(
  { db, workspace }: Context,
  named: string | null,
): Promise<boolean> {
  if (named !== null) return named === workspace.slug;
  const first = await db.workspace.findFirst({ orderBy: { createdAt: "asc" }, select: { id: true } });
  return first?.id === workspace.id;
}
