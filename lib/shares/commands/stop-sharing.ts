import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { sql } from "@/lib/db/sql";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { asServer } from "../internal/as-server";
import { lockShare } from "../internal/lock-share";
import { removeShare, tellEnded } from "../writes/end-share";

/** Ends a share: the other workspace's agents no longer get what came by it. NOT_FOUND for a workspace that has none. */
export async function stopSharing(
  context: Context,
  { skill, target }: { skill: string; target: string },
): Promise<void> {
  requirePermission(context, "shares.give");
  await inPermittedTransaction(context, "shares.give", async (context) => {
    const skillId = await getSkillId(context, skill);
    const locked = await lockShare(
      context,
      sql`s."skillId" = ${skillId}::uuid AND s."workspaceId" = ${context.workspace.id}::uuid
        AND s."receiverId" = (SELECT w.id FROM "Workspace" w WHERE w.slug = ${target})`,
    );
    if (!locked) throw new AppError("NOT_FOUND", `${skill} is not shared with a workspace “${target}”.`);
    await removeShare(context, locked);
    const { received, receiver, giver } = locked;
    await appendAudit(context, {
      action: "share.ended",
      object: { type: "skill", id: skillId, name: skill },
      detail: { workspace: receiver.name },
    });
    const here = received
      ? { type: "skill", id: received.skillId, name: received.skill.name }
      : { type: "share", id: locked.share.id, name: skill };
    await appendAudit(asServer(context, receiver.id), {
      action: "share.ended",
      object: here,
      detail: { from: giver.name },
    });
    if (received)
      await tellEnded(context, { ...received, workspaceId: receiver.id, name: received.skill.name });
  });
}
