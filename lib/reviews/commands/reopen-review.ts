import "server-only";
import type { Context } from "@/lib/access/context";
import { holdSkillPermission, requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { lockReview } from "@/lib/discussion/lock-review";
import { AppError } from "@/lib/kernel/app-error";
import { getReview } from "../get-review";
import { auditedReview, findOpenReview, findReview, reviewIsOpen } from "../internal/find-review";
import type { Review } from "../review-schema";

/** Opens a closed review again. CONFLICT when it is not closed, or another one of the skill is open by now. */
export async function reopenReview(context: Context, { number }: { number: number }): Promise<Review> {
  const review = await findReview(context, context.db, number);
  await requireSkillPermission(context, review, "reviews.request");
  try {
    await inTransaction(context.db, async (tx) => {
      await holdSkillPermission(tx, context, review, "reviews.request");
      const { state } = await lockReview(tx, context, review.id);
      if (state !== "closed")
        throw new AppError(
          "CONFLICT",
          state === "open"
            ? "This review is open already."
            : "What was published stays so: ask for a new review.",
          { details: { reason: state === "open" ? "review-open" : "review-ended", review: number } },
        );
      await tx.review.update({
        where: { id: review.id },
        data: { state: "open", endedAt: null, endedById: null, updatedAt: context.now() },
      });
      await appendAudit(tx, context, { action: "review.reopened", object: auditedReview(review) });
      await notify(tx, { topic: "reviews", workspaceId: context.workspace.id });
    });
  } catch (error) {
    const open = isUniqueViolation(error) ? await findOpenReview(context, context.db, review.skillId) : null;
    throw open ? reviewIsOpen(open.number) : error;
  }
  return getReview(context, { number });
}
