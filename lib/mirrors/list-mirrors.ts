import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { mirrorColumns, toMirrors } from "./mirror-rows";
import { type ListMirrors, listMirrorsSchema, type Mirror } from "./schema";

/** The workspace's mirrors without their tokens, or those of one agent and its addresses; newest first. */
export async function listMirrors(context: Context, input: ListMirrors = {}): Promise<Mirror[]> {
  requirePermission(context, "addresses.read");
  const { agent } = listMirrorsSchema.parse(input);
  const ofAgent =
    agent === undefined ? {} : { OR: [{ agent: { slug: agent } }, { address: { agent: { slug: agent } } }] };
  const rows = await context.db.mirror.findMany({
    where: { workspaceId: context.workspace.id, ...ofAgent },
    ...mirrorColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return toMirrors(context, rows);
}
