import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";

/**
 * Tells those who may see a session (`visibleServed`) that something moved in it: whom its key acts as, and whoever
 * manages keys.
 */
export const tellServed = (
  context: WorkspaceContext,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<void> =>
  notify(context, {
    topic: "live",
    workspaceId: context.workspace.id,
    sessionId: id,
    ownerId,
    forManagers: true,
  });
