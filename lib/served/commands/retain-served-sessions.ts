import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { keptParts } from "@/lib/gateway/gateway-options";
import { readGatewaySettings } from "@/lib/gateway/gateway-settings";
import { expiryOf } from "../served-options";

const dayMs = 24 * 60 * 60 * 1000;
const pageSize = 1_000;

/**
 * Removes what each workspace keeps no longer of its live conversations, as it says for hosts; where it keeps none, every
 * session that is over. The server's own doing: nobody asked for it today.
 */
export async function retainServedSessions(context: DatabaseContext, now: Date): Promise<number> {
  const workspaces = await context.db.workspace.findMany({
    where: { servedSessions: { some: {} } },
    select: { id: true },
  });
  let removed = 0;
  for (const workspace of workspaces) {
    const { keeps, days } = await readGatewaySettings({ ...context, workspace });
    if (keptParts[keeps].exchanges) {
      if (days === null) continue;
      const lastAt = { lt: new Date(now.getTime() - days * dayMs) };
      removed += (await context.db.servedSession.deleteMany({ where: { workspaceId: workspace.id, lastAt } }))
        .count;
      continue;
    }
    const rows = await context.db.servedSession.findMany({
      where: { workspaceId: workspace.id },
      orderBy: { lastAt: "asc" },
      take: pageSize,
      select: { id: true, startedAt: true, lastAt: true, endedAt: true },
    });
    const over = rows.filter((row) => row.endedAt !== null || expiryOf(row) <= now).map(({ id }) => id);
    removed += (await context.db.servedSession.deleteMany({ where: { id: { in: over } } })).count;
  }
  return removed;
}
