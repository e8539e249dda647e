import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { noSuchConversation } from "@/lib/access/visible-conversations";
import { AppError } from "@/lib/kernel/app-error";
import { toBranch } from "../internal/read-branches";
import { visibleTo } from "../internal/read-conversation";
import { type Branch, type CreateBranch, createBranchSchema } from "../schema";
import { forkBranch } from "../writes/fork-branch";

/**
 * A second line from any event on, also while a run goes on: what it writes later is not shared. Everybody who sees
 * the conversation may. NOT_FOUND for an event that is not there, UNPROCESSABLE in a recording: no line can go on.
 */
export async function createBranch(
  context: Context,
  input: CreateBranch & { conversation: string },
): Promise<Branch> {
  requirePermission(context, "playground.rehearse");
  const { fromSeq } = createBranchSchema.parse(input);
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const conversation = await context.db.conversation.findFirst({
      where: { id: input.conversation, ...visibleTo(context) },
      select: {
        id: true,
        recordingOf: true,
        branches: { where: { parentId: null }, orderBy: { createdAt: "asc" }, take: 1, select: { id: true } },
      },
    });
    if (!conversation) throw noSuchConversation();
    if (conversation.recordingOf !== null)
      throw new AppError(
        "UNPROCESSABLE",
        "This is a recording from elsewhere: it can be read, not continued.",
      );
    const event =
      fromSeq === 0
        ? null
        : await context.db.event.findFirst({
            where: { conversationId: conversation.id, workspaceId: context.workspace.id, seq: fromSeq },
            select: { branchId: true },
          });
    const branchId = fromSeq === 0 ? conversation.branches[0]?.id : event?.branchId;
    if (branchId === undefined) throw new AppError("NOT_FOUND", `This conversation has no event ${fromSeq}.`);
    const row = await forkBranch(context, {
      conversationId: conversation.id,
      branchId,
      throughSeq: fromSeq,
      reason: "fork",
    });
    await context.db.conversation.update({
      where: { id: conversation.id },
      data: { updatedAt: context.now() },
    });
    return toBranch(row, {
      personOf: (id) => ({ id, name: context.actor.name }),
      seqs: new Map(),
      running: new Set(),
    });
  });
}
