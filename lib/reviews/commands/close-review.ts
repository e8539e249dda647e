import "server-only";
import type { Context } from "@/lib/access/context";
import { holdSkillPermission, requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { lockOpenReview } from "@/lib/discussion/lock-review";
import { getReview } from "../get-review";
import { auditedReview, findReview } from "../internal/find-review";
import type { Review } from "../review-schema";

/** Ends a review without publishing. Everything that was said stays. CONFLICT when it has ended already. */
export async function closeReview(context: Context, { number }: { number: number }): Promise<Review> {
  const review = await findReview(context, number);
  await requireSkillPermission(context, review, "reviews.request");
  await inTransaction(context, async (context) => {
    await holdSkillPermission(context, review, "reviews.request");
    await lockOpenReview(context, review.id);
    const now = context.now();
    await context.db.review.update({
      where: { id: review.id },
      data: { state: "closed", endedAt: now, endedById: context.actor.userId, updatedAt: now },
    });
    await appendAudit(context, { action: "review.closed", object: auditedReview(review) });
    await notify(context, { topic: "reviews", workspaceId: context.workspace.id });
  });
  return getReview(context, { number });
}
