import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Source } from "./schema";
import { sourceColumns, toSources } from "./source-rows";

/** The workspace's sources by name, without their tokens. */
export async function listSources(context: Context): Promise<Source[]> {
  requirePermission(context, "directories.read");
  const rows = await context.db.source.findMany({
    where: { workspaceId: context.workspace.id },
    ...sourceColumns,
    orderBy: { name: "asc" },
  });
  return toSources(context, rows);
}
