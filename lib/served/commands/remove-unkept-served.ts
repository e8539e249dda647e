import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { keptParts } from "@/lib/gateway/gateway-options";
import type { GatewaySettings } from "@/lib/gateway/schema";
import { dayMs } from "@/lib/kernel/durations";
import { servedLimits } from "../served-options";

/**
 * Removes what a workspace with these settings does not keep, and answers how many sessions that were. What has words
 * goes although it is open, as a log is never rewritten; of the rest that is not kept, what is over.
 */
export async function removeUnkeptServed(
  { db, workspace, now }: WorkspaceContext & { now: () => Date },
  { keeps, days }: GatewaySettings,
): Promise<number> {
  const kept = keptParts[keeps];
  const before = (ms: number) => new Date(now().getTime() - ms);
  const unkept: Prisma.ServedSessionWhereInput[] = kept.texts ? [] : [{ hasWords: true }];
  if (!kept.exchanges)
    unkept.push(
      { endedAt: { not: null } },
      { lastAt: { lte: before(servedLimits.idleMs) } },
      { startedAt: { lte: before(servedLimits.longestMs) } },
    );
  else if (days !== null) unkept.push({ lastAt: { lt: before(days * dayMs) } });
  if (unkept.length === 0) return 0;
  const { count } = await db.servedSession.deleteMany({ where: { workspaceId: workspace.id, OR: unkept } });
  return count;
}
