import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { mayBeConnection } from "../internal/kept-reference";
import { visibleServed } from "../queries";
import { tellServed } from "../tell-served";
import { noteEndedConnection } from "../writes/note-ended-connection";

/**
 * Removes one session with its log: that of a key of one's own, and of everybody's for who manages keys. The connection
 * of an MCP client that it was of has ended with it.
 */
export async function removeServedSession(context: Context, { session }: { session: string }): Promise<void> {
  requirePermission(context, "served.remove");
  await inPermittedTransaction(context, "served.remove", async (context) => {
    const workspaceId = context.workspace.id;
    const row = z.uuid().safeParse(session).success
      ? await context.db.servedSession.findFirst({
          where: { AND: [visibleServed(context), { id: session }] },
          include: { agent: { select: { name: true } }, key: { select: { userId: true } } },
        })
      : null;
    if (!row) throw new AppError("NOT_FOUND", "There is no such session of an agent’s program here.");
    const { count } = await context.db.servedSession.deleteMany({ where: { id: row.id, workspaceId } });
    if (count === 0) return;
    const { keyId, agentId, reference, via } = row;
    if (via === "mcp" && reference !== null && mayBeConnection(reference))
      await noteEndedConnection(context, { keyId, agentId, reference });
    await tellServed(context, { id: row.id, ownerId: row.key.userId });
    await appendAudit(context, {
      action: "served-session.removed",
      object: { type: "served-session", id: row.id, name: row.agent.name },
      detail: { calls: row.calls, turns: row.turns },
    });
  });
}
