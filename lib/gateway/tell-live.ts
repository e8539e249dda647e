import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";
import { onlyViewer } from "./live-sessions";

/** Tells whoever may see this conversation that something moved in it; nobody when it is gone. */
export async function tellLive(context: WorkspaceContext, sessionId: string): Promise<void> {
  const workspaceId = context.workspace.id;
  const row = await context.db.liveSession.findFirst({
    where: { id: sessionId, workspaceId },
    select: { key: { select: { userId: true, isShared: true } } },
  });
  if (!row) return;
  await notify(context, { topic: "live", workspaceId, sessionId, ownerId: onlyViewer(row.key) });
}
