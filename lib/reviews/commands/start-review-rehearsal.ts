import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { lockOpenReview, reviewEnded } from "@/lib/discussion/lock-review";
import { AppError } from "@/lib/kernel/app-error";
import { wellFormedStart } from "@/lib/kernel/well-formed-start";
import { createConversation } from "@/lib/sessions/commands";
import { auditedReview, findReview } from "../internal/find-review";
import { type ReviewRehearsal, startReviewRehearsalSchema } from "../review-schema";

/** As long as a conversation's title may be. */
const longestTitle = 120;

/** Of one review: they are read together. A few more, begun at the same moment, do no harm. */
const mostRehearsals = 200;

/** Opens a shared conversation with one agent that has the draft under review in place of its own version. */
export async function startReviewRehearsal(
  context: Context,
  input: { number: number; agent: string },
): Promise<ReviewRehearsal> {
  requirePermission(context, "reviews.read");
  requirePermission(context, "playground.rehearse");
  const { agent } = startReviewRehearsalSchema.parse(input);
  const review = await findReview(context, input.number);
  if (review.state !== "open") throw reviewEnded(review.state);
  await requireRoom(context, review.id);
  const { id: conversationId } = await createConversation(context, {
    agent,
    title: titleOf(review),
    overlay: [{ skill: review.skill.name, follows: "draft" }],
    shared: true,
  });
  const workspaceId = context.workspace.id;
  await inTransaction(context, async (context) => {
    await lockOpenReview(context, review.id);
    const now = await findReview(context, input.number);
    const digest = now.skill.draft?.digest ?? "";
    await context.db.reviewRehearsal.create({
      data: {
        reviewId: review.id,
        conversationId,
        workspaceId,
        digest,
        startedById: context.actor.userId,
        startedAt: context.now(),
      },
    });
    await appendAudit(context, {
      action: "review.rehearsed",
      object: auditedReview(review),
      digestAfter: digest,
      detail: { conversation: conversationId, agent },
    });
    await notify(context, { topic: "reviews", workspaceId });
  });
  return { conversationId };
}

/** Cut to its length, but in no character: half of one cannot be stored. */
const titleOf = ({ number, title }: { number: number; title: string }): string =>
  wellFormedStart(`Review ${number}: ${title}`, longestTitle).trim();

async function requireRoom({ db, workspace }: Context, reviewId: string): Promise<void> {
  const count = await db.reviewRehearsal.count({ where: { reviewId, workspaceId: workspace.id } });
  if (count >= mostRehearsals)
    throw new AppError(
      "UNPROCESSABLE",
      `This review has ${mostRehearsals} rehearsals already. Go on in one of them.`,
    );
}
