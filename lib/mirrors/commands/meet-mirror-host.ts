import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { type AuditSource, appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { meetHost } from "@/lib/git/meet-host";
import { hostOf } from "@/lib/kernel/host-of";
import type { MirrorRow } from "../mirror-rows";

/**
 * Whether a host that was met over ssh is the mirror's: the one whose key a person accepted. Of any other one, also the
 * first, only its fingerprint is kept, for who decides about it: skills go to no host that nobody has seen.
 */
export async function meetMirrorHost(
  context: WorkspaceContext & AuditSource,
  { id, url }: Pick<MirrorRow, "id" | "url">,
  hostKey: string,
): Promise<boolean> {
  const object = { type: "mirror", id, name: url };
  const here = { id, workspaceId: context.workspace.id, url };
  return inTransaction(context, (context) => {
    const { mirror } = context.db;
    const read = () => mirror.findFirst({ where: here, select: { hostKey: true, offeredHostKey: true } });
    const offer = async (offeredHostKey: string | null, kept: string | null) => {
      await mirror.updateMany({ where: { ...here, hostKey: kept }, data: { offeredHostKey } });
    };
    return meetHost(
      {
        read,
        keepFirst: null,
        offer,
        tell: (event, detail) =>
          appendAudit(context, {
            action: `mirror.${event}`,
            object,
            detail: { host: hostOf(url), ...detail },
          }),
      },
      hostKey,
    );
  });
}
