import "server-only";
import type { Context } from "@/lib/access/context";
import { inSkillTransaction } from "@/lib/access/permitted-transaction";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { lockOpenReview } from "@/lib/discussion/lock-review";
import { notifyPeople } from "@/lib/notifications/commands";
import { getReview } from "../get-review";
import { auditedReview, findReview, noticed } from "../internal/find-review";
import { requirePeople } from "../internal/read-policy";
import { type ChangeReview, changeReviewSchema, type Review } from "../review-schema";
import { requireOthers } from "./request-review";

/** Changes the words of an open review, or who is asked. Whoever is asked anew is told. */
export async function changeReview(
  context: Context,
  input: { number: number } & ChangeReview,
): Promise<Review> {
  const { number } = input;
  const { id, skillId } = await findReview(context, number);
  await requireSkillPermission(context, { skillId }, "reviews.request");
  const change = changeReviewSchema.parse(input);
  await inSkillTransaction(context, { skillId }, "reviews.request", async (context) => {
    await lockOpenReview(context, id);
    const before = await findReview(context, number);
    const asked = before.reviewers.map(({ userId }) => userId);
    const { title = before.title, description = before.description, reviewers = asked } = change;
    const added = reviewers.filter((userId) => !asked.includes(userId));
    const removed = asked.filter((userId) => !reviewers.includes(userId));
    const fields = [
      ...(title === before.title ? [] : ["title"]),
      ...(description === before.description ? [] : ["description"]),
      ...(added.length + removed.length === 0 ? [] : ["reviewers"]),
    ];
    if (fields.length === 0) return;
    requireOthers(before.requestedById, added);
    await requirePeople(context, added);
    const now = context.now();
    const asking = { workspaceId: context.workspace.id, askedById: context.actor.userId, askedAt: now };
    await context.db.review.update({
      where: { id },
      data: {
        title,
        description,
        updatedAt: now,
        reviewers: {
          deleteMany: { userId: { in: removed } },
          create: added.map((userId) => ({ ...asking, userId })),
        },
      },
    });
    await appendAudit(context, {
      action: "review.changed",
      object: auditedReview({ id, number, title }),
      detail: { fields, added, removed },
    });
    await notifyPeople(context, {
      kind: "review-asked",
      to: added,
      dedupeKey: `review-asked:${id}`,
      data: noticed({ ...before, title }),
    });
    await notify(context, { topic: "reviews", workspaceId: context.workspace.id });
  });
  return getReview(context, { number });
}
