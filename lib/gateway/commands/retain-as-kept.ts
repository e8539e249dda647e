import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inTransaction } from "@/lib/db/transaction";
import { holdGatewaySettings } from "../gateway-settings";
import type { GatewaySettings } from "../schema";

const timeoutMs = 120_000;

type Retained = {
  /** The workspaces that have any of it. */
  where: Prisma.WorkspaceWhereInput;
  now: Date;
  /** Removes what a workspace with these settings keeps no longer, and answers how many sessions that were. */
  remove: (context: WorkspaceContext & { now: () => Date }, settings: GatewaySettings) => Promise<number>;
};

/**
 * Removes what each workspace keeps no longer, one after the other; what somebody has just said to keep stays, as its
 * settings are held meanwhile. The server's own doing: nobody asked for it today.
 */
export async function retainAsKept(
  context: DatabaseContext,
  { where, now, remove }: Retained,
): Promise<number> {
  const workspaces = await context.db.workspace.findMany({ where, select: { id: true } });
  let removed = 0;
  for (const workspace of workspaces)
    removed += await inTransaction(
      context,
      async (context) => {
        const there = { ...context, workspace, now: () => now };
        return remove(there, await holdGatewaySettings(there));
      },
      { timeoutMs },
    );
  return removed;
}
