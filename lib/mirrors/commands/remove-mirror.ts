import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { readMirrorRow } from "../mirror-rows";

/** Removes a mirror with its token; what was pushed stays where it is. NOT_FOUND for one that is gone, or of elsewhere. */
export async function removeMirror(context: Context, { mirror }: { mirror: string }): Promise<void> {
  requirePermission(context, "addresses.manage");
  await inPermittedTransaction(context, "addresses.manage", async (context) => {
    const workspaceId = context.workspace.id;
    const row = await readMirrorRow(context, mirror);
    const { count } = await context.db.mirror.deleteMany({ where: { id: row.id, workspaceId } });
    if (count === 0) throw new AppError("NOT_FOUND", "There is no such mirror.");
    await appendAudit(context, {
      action: "mirror.removed",
      object: { type: "mirror", id: row.id, name: row.url },
      detail: { branch: row.branch, commit: row.pushedCommit },
    });
    await notify(context, { topic: "agents", workspaceId });
  });
}
