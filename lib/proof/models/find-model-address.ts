import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { modelAddress } from "@/lib/models/model-address";

/** Which model a connection asks now, and what it is called; null for one that is gone, archived, or none of this workspace. */
export async function findModelAddress(
  { db, workspace }: WorkspaceContext,
  id: string,
): Promise<{ name: string; address: string } | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const row = await db.modelConnection.findFirst({
    where: { id, workspaceId: workspace.id, archivedAt: null },
    select: { name: true, provider: true, baseUrl: true, modelId: true },
  });
  return row && { name: row.name, address: modelAddress(row) };
}
