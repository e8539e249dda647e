import "server-only";
import type { Context } from "@/lib/auth/context";
import { notify } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import type { DraftChange } from "@/lib/library/draft-watchers";
import { notifyPeople } from "@/lib/notifications/commands";
import { findOpenReview, noticed } from "../internal/find-review";

/** Tells those whose approval a change of the draft made stale, and whoever asked for the review. */
export async function tellStaleApprovals(
  tx: Tx,
  context: Context,
  { skillId, digestBefore }: DraftChange,
): Promise<void> {
  const review = await findOpenReview(context, tx, skillId);
  if (!review) return;
  const newest = new Map(review.verdicts.map((verdict) => [verdict.userId, verdict]));
  const lost = [...newest.values()].filter(
    ({ kind, digest }) => kind === "approved" && digest === digestBefore,
  );
  for (const { id, userId } of lost)
    await notifyPeople(tx, context, {
      kind: "approval-stale",
      to: [userId, review.requestedById],
      dedupeKey: `approval-stale:${id}`,
      data: noticed(review),
    });
  await notify(tx, { topic: "reviews", workspaceId: context.workspace.id });
}
