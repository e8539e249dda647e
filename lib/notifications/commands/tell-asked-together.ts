import "server-only";
import { z } from "zod";
import { type NoticeSource, notifyPeople } from "../commands";
import { type AskedReview, askedReviewSchema } from "../schema";

type AskedTogether = {
  /** User ids. */
  to: readonly string[];
  /** What else was asked for with it: calls of one person with the same batch make one line. */
  batch: string;
  asked: AskedReview;
};

/** Of a line; asking for more than a call takes can only come from many calls that give the same name to their batch. */
const mostReviews = 500;
const lineSchema = z.object({ reviews: z.array(askedReviewSchema) });

/**
 * Puts one review into the line that its batch has in each inbox, in the transaction of what it tells; the first one
 * makes the line. A line that grows is a new one, the newest and unread, in place of what it was: whoever marks what
 * they have seen as read has not seen it. Requests wait for each other on the workspace's row, so that none misses the
 * line of another. Answers whom it told.
 */
export async function tellAskedTogether(
  context: NoticeSource,
  { to, batch, asked }: AskedTogether,
): Promise<string[]> {
  const workspaceId = context.workspace.id;
  // Of the asker, so that nobody adds to a line that another person's name stands before.
  const dedupeKey = `reviews-asked:${context.actor?.userId ?? ""}:${batch}`;
  const replaced = await context.db.$queryRaw<{ userId: string; data: unknown }[]>`
    DELETE FROM "Notification" n USING "Member" m
    WHERE m."workspaceId" = ${workspaceId}::uuid AND n."workspaceId" = m."workspaceId"
      AND n."userId" = m."userId" AND n."userId" = ANY (${[...to]}::uuid[])
      AND n."dedupeKey" = ${`${workspaceId}:${dedupeKey}`} RETURNING n."userId", n.data`;
  const tell = (people: readonly string[], reviews: AskedReview[]) =>
    notifyPeople(context, { kind: "reviews-asked", to: people, dedupeKey, data: { reviews } });
  const told: string[] = [];
  for (const { userId, data } of replaced) {
    const { reviews } = lineSchema.parse(data);
    told.push(...(await tell([userId], [...reviews.slice(1 - mostReviews), asked])));
  }
  const others = to.filter((id) => !replaced.some(({ userId }) => userId === id));
  return [...told, ...(await tell(others, [asked]))];
}
