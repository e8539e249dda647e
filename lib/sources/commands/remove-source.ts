import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { whySourceDeclared } from "../source-options";
import { noSuchSource, readSourceRow } from "../source-rows";

/** Removes a source with its token. Skills that came from it stay, and so does where their texts are from. NOT_FOUND for one that is gone, or of elsewhere, FORBIDDEN for one that a configuration file keeps. */
export async function removeSource(context: Context, { source }: { source: string }): Promise<void> {
  requirePermission(context, "directories.load");
  await inPermittedTransaction(context, "directories.load", async (context) => {
    const workspaceId = context.workspace.id;
    const row = await readSourceRow(context, source);
    requireUndeclared(row, (file) => whySourceDeclared(row.name, file));
    const { count } = await context.db.source.deleteMany({ where: { id: row.id, workspaceId } });
    if (count === 0) throw noSuchSource();
    await appendAudit(context, {
      action: "source.removed",
      object: { type: "source", id: row.id, name: row.name },
      detail: { url: row.url, revision: row.syncedRevision },
    });
    await notify(context, { topic: "library", workspaceId, draftOnly: true });
  });
}
