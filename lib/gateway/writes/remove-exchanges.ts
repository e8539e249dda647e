import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { dayMs } from "@/lib/kernel/durations";
import { keptParts } from "../gateway-options";
import type { GatewaySettings } from "../schema";

/** Removes what a workspace with these settings does not keep. Answers how much that was. */
export async function removeUnkept(
  { db, workspace, now }: WorkspaceContext & { now: () => Date },
  { keeps, days }: GatewaySettings,
): Promise<{ sessions: number; bodies: number }> {
  const workspaceId = workspace.id;
  const kept = keptParts[keeps];
  const { count: sessions } = await db.liveSession.deleteMany({
    where: {
      workspaceId,
      ...(kept.exchanges
        ? { lastAt: { lt: days === null ? new Date(0) : new Date(now().getTime() - days * dayMs) } }
        : {}),
    },
  });
  if (kept.texts || !kept.exchanges) return { sessions, bodies: 0 };
  const bodies = await db.$executeRaw`
    UPDATE "LiveExchange" SET head = NULL, items = NULL, answer = NULL
    WHERE "workspaceId" = ${workspaceId}::uuid AND (head IS NOT NULL OR items IS NOT NULL OR answer IS NOT NULL)`;
  return { sessions, bodies };
}
