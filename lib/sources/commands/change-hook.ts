import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { newHookSecret } from "../hook-signature";
import type { NewHook } from "../schema";
import { hookAddress, noSuchSource, readSourceRow } from "../source-rows";
import { hookSecret as kept } from "../source-secret";

/**
 * A webhook for a source, synced by it in the name of whoever makes it; another secret where there is one, and the old one
 * opens nothing from now on. The secret is told this once.
 */
export async function makeHook(context: Context, { source }: { source: string }): Promise<NewHook> {
  const secret = newHookSecret();
  const id = await change(context, source, {
    action: "source.hook-made",
    data: (id) => ({
      hookSecret: kept.seal(id, secret),
      hookMadeAt: context.now(),
      hookById: context.actor.userId,
    }),
  });
  return { address: hookAddress(id), secret };
}

/** Takes the webhook of a source away; what is due by it is no more. */
export async function removeHook(context: Context, { source }: { source: string }): Promise<void> {
  await change(context, source, {
    action: "source.hook-removed",
    data: () => ({ hookSecret: null, hookMadeAt: null, hookById: null }),
  });
}

type Made = {
  action: "source.hook-made" | "source.hook-removed";
  data: (id: string) => {
    hookSecret: Uint8Array<ArrayBuffer> | null;
    hookMadeAt: Date | null;
    hookById: string | null;
  };
};

/** What the last secret's deliveries came to goes with it. Answers the id of the source. */
async function change(context: Context, source: string, { action, data }: Made): Promise<string> {
  requirePermission(context, "directories.load");
  return inPermittedTransaction(context, "directories.load", async (context) => {
    const workspaceId = context.workspace.id;
    const { id, name } = await readSourceRow(context, source);
    const { count } = await context.db.source.updateMany({
      where: { id, workspaceId },
      data: { ...data(id), hookDueAt: null, hookLastAt: null, hookLastOutcome: null },
    });
    if (count === 0) throw noSuchSource();
    await appendAudit(context, { action, object: { type: "source", id, name }, detail: {} });
    await notify(context, { topic: "library", workspaceId, draftOnly: true });
    return id;
  });
}
