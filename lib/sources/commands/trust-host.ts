import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { meetHost } from "@/lib/git/meet-host";
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
  return inTransaction(context, (context) => {
    const { source } = context.db;
    const read = () => source.findFirst({ where: here, select: { hostKey: true, offeredHostKey: true } });
    const keepFirst = async (first: string) => {
      const data = { hostKey: first, offeredHostKey: null };
      const { count } = await source.updateMany({ where: { ...here, hostKey: null }, data });
      return count === 1;
    };
    const offer = async (offeredHostKey: string | null, kept: string | null) => {
      await source.updateMany({ where: { ...here, hostKey: kept }, data: { offeredHostKey } });
    };
    return meetHost(
      {
        read,
        keepFirst,
        offer,
        tell: (event, detail) =>
          appendAudit(context, {
            action: `source.${event}`,
            object,
            detail: { host: hostOf(url), ...detail },
          }),
      },
      hostKey,
    );
  });
}
