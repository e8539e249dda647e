import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { tellLive } from "../tell-live";

/** Removes one conversation of a live host with all that is kept of it. One's own; others' for who manages the gateway. */
export async function removeLiveSession(context: Context, { session }: { session: string }): Promise<void> {
  requirePermission(context, "gateway.own");
  await inPermittedTransaction(context, "gateway.own", async (context) => {
    const workspaceId = context.workspace.id;
    const own = isAllowed(context, "gateway.manage") ? {} : { key: { userId: context.actor.userId } };
    const row = z.uuid().safeParse(session).success
      ? await context.db.liveSession.findFirst({ where: { id: session, workspaceId, ...own } })
      : null;
    if (!row) throw new AppError("NOT_FOUND", "There is no such conversation of a host.");
    await tellLive(context, row.id);
    const { count } = await context.db.liveSession.deleteMany({ where: { id: row.id, workspaceId } });
    if (count === 0) return;
    await appendAudit(context, {
      action: "live-session.removed",
      object: { type: "live-session", id: row.id },
      detail: { exchanges: row.exchangeCount },
    });
  });
}
