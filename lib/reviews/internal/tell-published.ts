import "server-only";
import type { Context } from "@/lib/access/context";
import type { DraftRow } from "@/lib/library/drafts/read-draft";
import { notifyPeople } from "@/lib/notifications/commands";
import type { ReviewRow } from "./judge-reviews";

type Published = { draft: DraftRow; review: ReviewRow | null; version: number; note: string };

/** Tells everybody who took part in the review that its draft is a version now. */
export async function tellPublished(
  context: Context,
  { draft, review, version, note }: Published,
): Promise<void> {
  if (!review) return;
  const comments = await context.db.comment.findMany({
    where: { workspaceId: context.workspace.id, thread: { reviewId: review.id } },
    distinct: ["authorId"],
    select: { authorId: true },
  });
  await notifyPeople(context, {
    kind: "published",
    to: [
      review.requestedById,
      ...review.reviewers.map(({ userId }) => userId),
      ...review.verdicts.map(({ userId }) => userId),
      ...comments.map(({ authorId }) => authorId),
    ],
    dedupeKey: `published:${draft.skillId}:${version}`,
    data: {
      skill: { id: draft.skillId, name: draft.name },
      version,
      note,
      review: { number: review.number, title: review.title },
    },
  });
}
