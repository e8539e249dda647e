import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { findWording } from "@/lib/wordings/queries";
import { type TakenWording, type TakeWording, takeWordingSchema } from "@/lib/wordings/schema";
import { readWording } from "../preview-wording";

/**
 * Makes the sentences of a live host's conversation the words of its dialect in this workspace: what was seen of them,
 * and no others. CONFLICT when the conversation has other ones by now, UNPROCESSABLE when there are none to take.
 */
export async function takeWording(
  context: Context,
  input: TakeWording & { session: string },
): Promise<TakenWording> {
  requirePermission(context, "gateway.manage");
  const { session, ...given } = input;
  const { digest } = takeWordingSchema.parse(given);
  const { preview, learnt } = await readWording(context, { session });
  if (!learnt) throw new AppError("UNPROCESSABLE", preview.lacking ?? "There is nothing to take.");
  if (learnt.digest !== digest)
    throw new AppError("CONFLICT", "The conversation has gone on with other sentences: look at them again.");
  const { dialect, wording } = learnt;
  return inPermittedTransaction(context, "gateway.manage", async (context) => {
    const workspaceId = context.workspace.id;
    const row = {
      hostVersion: preview.hostVersion,
      wording,
      digest,
      texts: preview.taken.length,
      takenById: context.actor.userId,
      takenAt: context.now(),
    };
    await context.db.dialectWording.upsert({
      where: { workspaceId_dialect: { workspaceId, dialect } },
      create: { workspaceId, dialect, ...row },
      update: row,
    });
    await appendAudit(context, {
      action: "dialect-wording.taken",
      object: { type: "dialect-wording", id: dialect, name: dialect },
      detail: { hostVersion: preview.hostVersion, session, texts: row.texts, digest },
    });
    await notify(context, { topic: "agents", workspaceId });
    const taken = await findWording(context, dialect);
    if (!taken) throw new Error(`The words of ${dialect} were lost while they were taken.`);
    return taken;
  });
}
