import "server-only";
import type { Context } from "@/lib/access/context";
import { inSkillTransaction } from "@/lib/access/permitted-transaction";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { lockOpenReview } from "@/lib/discussion/lock-review";
import { getReview } from "../get-review";
import { auditedReview, findReview } from "../internal/find-review";
import type { Review } from "../review-schema";

/** Ends a review without publishing. Everything that was said stays. CONFLICT when it has ended already. */
export async function closeReview(context: Context, { number }: { number: number }): Promise<Review> {
  const review = await findReview(context, number);
  await requireSkillPermission(context, review, "reviews.request");
  await inSkillTransaction(context, review, "reviews.request", async (context) => {
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
