import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Source } from "./schema";
import { sourceColumns, toSource, toSources } from "./source-rows";

/** A source with what the file that keeps it says of it beside what is shown. */
export type KeptSource = Source & { needsToken: boolean };

/** The source of a name; null where there is none. */
export async function findSource(context: Context, name: string): Promise<KeptSource | null> {
  const row = await context.db.source.findFirst({
    where: { name, workspaceId: context.workspace.id },
    ...sourceColumns,
  });
  return row && { ...(await toSource(context, row)), needsToken: row.needsToken };
}

/** The sources that this configuration file keeps, by name. */
export function listDeclaredSources(
  { db, workspace }: WorkspaceContext,
  file: string,
): Promise<{ id: string; name: string }[]> {
  return db.source.findMany({
    where: { workspaceId: workspace.id, declaredIn: file },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
  });
}

/** The workspace's sources by name, with what the files that keep some of them say beside what is shown. */
export async function listKeptSources(context: Context): Promise<KeptSource[]> {
  requirePermission(context, "directories.read");
  const rows = await context.db.source.findMany({
    where: { workspaceId: context.workspace.id },
    ...sourceColumns,
    orderBy: { name: "asc" },
  });
  const needsToken = new Map(rows.map((row) => [row.id, row.needsToken]));
  const sources = await toSources(context, rows);
  return sources.map((source) => ({ ...source, needsToken: needsToken.get(source.id) ?? false }));
}
