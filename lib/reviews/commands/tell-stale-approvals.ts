import "server-only";
import type { Context } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import { notifyPeople } from "@/lib/notifications/commands";
import { findOpenReview, noticed } from "../internal/find-review";
import { lostApprovals, type Reviewed, staleBy } from "../judge-verdicts";

/**
 * Tells those whose approval a change of the draft made stale, and whoever asked for the review; `before` is what was
 * other before it. Answers with the user ids of the first.
 */
export async function tellStaleApprovals(
  tx: Tx,
  context: Context,
  { skillId, before }: { skillId: string; before: Partial<Reviewed> },
): Promise<string[]> {
  const review = await findOpenReview(context, tx, skillId);
  if (!review?.skill.draft) return [];
  const now = review.skill.draft;
  const lost = lostApprovals(review.verdicts, { ...now, ...before }, now);
  for (const { id, userId, ...verdict } of lost)
    await notifyPeople(tx, context, {
      kind: "approval-stale",
      to: [userId, review.requestedById],
      dedupeKey: `approval-stale:${id}`,
      data: { ...noticed(review), because: staleBy(verdict, now) ?? "bytes" },
    });
  await notify(tx, { topic: "reviews", workspaceId: context.workspace.id });
  return lost.map(({ userId }) => userId);
}
