import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { holdGatewaySettings } from "@/lib/gateway/gateway-settings";
import { removeUnkeptServed } from "./remove-unkept-served";

const timeoutMs = 120_000;

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
  for (const workspace of workspaces)
    removed += await inTransaction(
      context,
      async (context) => {
        const there = { ...context, workspace, now: () => now };
        return removeUnkeptServed(there, await holdGatewaySettings(there));
      },
      { timeoutMs },
    );
  return removed;
}
