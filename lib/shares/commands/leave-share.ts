import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { asServer } from "../internal/as-server";
import { lockOffered } from "../internal/lock-offered";
import { removeShare } from "../writes/end-share";

/**
 * Declines what another workspace offers, or receives it no longer: agents here no longer get what came by it. What came
 * stays in the library to be read.
 */
export async function leaveShare(context: Context, { share: id }: { share: string }): Promise<void> {
  requirePermission(context, "shares.receive");
  await inPermittedTransaction(context, "shares.receive", async (context) => {
    const locked = await lockOffered(context, id);
    await removeShare(context, locked);
    const { share, received, receiver, giver, skill } = locked;
    const action = received ? "share.ended" : "share.declined";
    const here = received
      ? { type: "skill", id: received.skillId, name: received.skill.name }
      : { type: "share", id, name: skill };
    await appendAudit(context, { action, object: here, detail: { from: giver.name } });
    await appendAudit(asServer(context, giver.id), {
      action,
      object: { type: "skill", id: share.skillId, name: skill },
      detail: { workspace: receiver.name },
    });
  });
}
