import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { visibleConversations } from "@/lib/access/visible-conversations";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { findReview } from "../internal/find-review";

/** Keeps that the actor opened a rehearsal while the draft was what it is now. Saying it again changes nothing. */
export async function noteOpening(
  context: Context,
  { number, conversation: conversationId }: { number: number; conversation: string },
): Promise<void> {
  requirePermission(context, "reviews.open");
  const workspaceId = context.workspace.id;
  const { userId } = context.actor;
  await inTransaction(context, async (context) => {
    const { id: reviewId, state, skill } = await findReview(context, number);
    const rehearsal = await context.db.reviewRehearsal.findFirst({
      where: {
        reviewId,
        conversationId,
        workspaceId,
        conversation: visibleConversations(context),
      },
    });
    if (!rehearsal) throw new AppError("NOT_FOUND", "This review has no such rehearsal.");
    if (state !== "open" || !skill.draft) return;
    const { digest } = skill.draft;
    const { count } = await context.db.reviewOpening.createMany({
      data: [{ reviewId, conversationId, userId, digest, workspaceId, at: context.now() }],
      skipDuplicates: true,
    });
    if (count > 0) await notify(context, { topic: "reviews", workspaceId });
  });
}
