import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import type { Source } from "./schema";
import { sourceColumns, toSource } from "./source-rows";

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
