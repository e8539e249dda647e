import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { holdGatewaySettings } from "../gateway-settings";
import { removeUnkept } from "../writes/remove-exchanges";

const timeoutMs = 120_000;

/** Removes what each workspace keeps no longer. The server's own doing: nobody asked for it today. */
export async function retainLiveSessions(context: DatabaseContext, now: Date): Promise<number> {
  const workspaces = await context.db.workspace.findMany({
    where: { liveSessions: { some: {} } },
    select: { id: true },
  });
  let removed = 0;
  for (const workspace of workspaces)
    removed += await inTransaction(
      context,
      async (context) => {
        const there = { ...context, workspace, now: () => now };
        // What somebody has just said to keep stays.
        return (await removeUnkept(there, await holdGatewaySettings(there))).sessions;
      },
      { timeoutMs },
    );
  return removed;
}
