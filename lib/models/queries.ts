import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readConnection, readSpending, toConnection } from "./internal/connection-rows";
import type { Connection } from "./schema";

/** The workspace's models by name, archived ones last. Keys are not among what is read. */
export async function listConnections(context: Context): Promise<Connection[]> {
  requirePermission(context, "models.read");
  const rows = await context.db.modelConnection.findMany({
    where: { workspaceId: context.workspace.id },
    orderBy: [{ archivedAt: { sort: "asc", nulls: "first" } }, { name: "asc" }],
    take: 500,
  });
  const spending = await readSpending(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toConnection(context, row, spending.get(row.id)));
}

export async function getConnection(context: Context, input: { connection: string }): Promise<Connection> {
  requirePermission(context, "models.read");
  return readConnection(context, input.connection);
}
