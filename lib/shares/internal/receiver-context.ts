import "server-only";
import type { Context } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import { newTraceId } from "@/lib/platform/crypto";

/**
 * Acts in the workspace that receives, in the name of whoever accepted the share there. A share is the workspace's: what
 * it gives goes on coming when that person has left.
 */
export async function receiverContext(
  { db }: DatabaseContext,
  { workspaceId, userId, now }: { workspaceId: string; userId: string; now: () => Date },
): Promise<Context> {
  const [{ slug, name }, person] = await Promise.all([
    db.workspace.findUniqueOrThrow({ where: { id: workspaceId } }),
    db.user.findUnique({ where: { id: userId } }),
  ]);
  return {
    actor: {
      kind: "user",
      userId,
      name: person?.name ?? "",
      email: person?.email ?? "",
      isOperator: false,
    },
    workspace: { id: workspaceId, slug, name, role: "admin" },
    db,
    now,
    traceId: newTraceId(),
    address: null,
  };
}
