import "server-only";
import type { Context } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";

/** Says that groups are others now, and with them who sees which skills: every page of the library asks again. */
export async function notifyGroups(context: Context): Promise<void> {
  const { id: workspaceId } = context.workspace;
  await notify(context, { topic: "members", workspaceId });
  await notify(context, { topic: "library", workspaceId });
}
