import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { hostOf } from "@/lib/kernel/host-of";
import type { SourceRow } from "../source-rows";

/**
 * Whether a host that was met over ssh is the source's. The first one that is met is kept and told in the trail; of any
 * other one only its fingerprint is kept, for who decides about it, and nothing is asked of it. `row` as it was when the
 * sync began: of a source that is elsewhere by now no host is the right one.
 */
export async function trustHost(
  context: Context,
  { id, name, url }: Pick<SourceRow, "id" | "name" | "url">,
  hostKey: string,
): Promise<boolean> {
  const object = { type: "source", id, name };
  const here = { id, workspaceId: context.workspace.id, url };
  return inTransaction(context, async (context) => {
    const { count: kept } = await context.db.source.updateMany({
      where: { ...here, hostKey: null },
      data: { hostKey, offeredHostKey: null },
    });
    if (kept === 1) {
      await appendAudit(context, {
        action: "source.host-kept",
        object,
        detail: { host: hostOf(url), hostKey },
      });
      return true;
    }
    const row = await context.db.source.findFirst({
      where: here,
      select: { hostKey: true, offeredHostKey: true },
    });
    if (!row) return false;
    const isKept = row.hostKey === hostKey;
    const offeredHostKey = isKept ? null : hostKey;
    if (row.offeredHostKey === offeredHostKey) return isKept;
    await context.db.source.updateMany({
      where: { ...here, hostKey: row.hostKey },
      data: { offeredHostKey },
    });
    if (isKept) return true;
    const detail = { host: hostOf(url), was: row.hostKey, is: hostKey };
    await appendAudit(context, { action: "source.host-refused", object, detail });
    return false;
  });
}
