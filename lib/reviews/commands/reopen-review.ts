import "server-only";
import type { Context } from "@/lib/access/context";
import { inSkillTransaction } from "@/lib/access/permitted-transaction";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { lockReview } from "@/lib/discussion/lock-review";
import { AppError } from "@/lib/kernel/app-error";
import { getReview } from "../get-review";
import { auditedReview, findOpenReview, findReview, reviewIsOpen } from "../internal/find-review";
import type { Review } from "../review-schema";

/** Opens a closed review again. CONFLICT when it is not closed, or another one of the skill is open by now. */
export async function reopenReview(context: Context, { number }: { number: number }): Promise<Review> {
  const review = await findReview(context, number);
  await requireSkillPermission(context, review, "reviews.request");
  try {
    await inSkillTransaction(context, review, "reviews.request", async (context) => {
      const { state } = await lockReview(context, review.id);
      if (state !== "closed")
        throw new AppError(
          "CONFLICT",
          state === "open"
            ? "This review is open already."
            : "What was published stays so: ask for a new review.",
          { details: { reason: state === "open" ? "review-open" : "review-ended", review: number } },
        );
      await context.db.review.update({
        where: { id: review.id },
        data: { state: "open", endedAt: null, endedById: null, updatedAt: context.now() },
      });
      await appendAudit(context, { action: "review.reopened", object: auditedReview(review) });
      await notify(context, { topic: "reviews", workspaceId: context.workspace.id });
    });
  } catch (error) {
    const open = isUniqueViolation(error) ? await findOpenReview(context, review.skillId) : null;
    throw open ? reviewIsOpen(open.number) : error;
  }
  return getReview(context, { number });
}
