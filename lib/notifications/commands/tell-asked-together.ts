import "server-only";
import { notify } from "@/lib/db/bus";
import { type NoticeSource, notifyPeople } from "../commands";
import type { AskedReview } from "../schema";

type AskedTogether = {
  /** User ids. */
  to: readonly string[];
  /** What else was asked for with it: calls of one person with the same batch make one line. */
  batch: string;
  asked: AskedReview;
};

/**
 * Puts one review into the line that its batch has in each inbox, in the transaction of what it tells; the first one
 * makes the line. One that was read meanwhile is unread again: it says more than was seen. Requests wait for each other
 * on the workspace's row, so that none misses the line of another. Answers whom it told.
 */
export async function tellAskedTogether(
  context: NoticeSource,
  { to, batch, asked }: AskedTogether,
): Promise<string[]> {
  const workspaceId = context.workspace.id;
  // Of the asker, so that nobody adds to a line that another person's name stands before.
  const dedupeKey = `reviews-asked:${context.actor?.userId ?? ""}:${batch}`;
  const added = await context.db.$queryRaw<{ userId: string }[]>`
    UPDATE "Notification" n SET "readAt" = NULL,
      data = jsonb_set(n.data, '{reviews}', (n.data->'reviews') || ${JSON.stringify([asked])}::jsonb)
    FROM "Member" m
    WHERE m."workspaceId" = ${workspaceId}::uuid AND n."workspaceId" = m."workspaceId"
      AND n."userId" = m."userId" AND n."userId" = ANY (${[...to]}::uuid[])
      AND n."dedupeKey" = ${`${workspaceId}:${dedupeKey}`} RETURNING n."userId"`;
  const toldBefore = added.map(({ userId }) => userId);
  for (const userId of toldBefore) await notify(context, { topic: "inbox", workspaceId, userId });
  const told = await notifyPeople(context, {
    kind: "reviews-asked",
    to: to.filter((userId) => !toldBefore.includes(userId)),
    dedupeKey,
    data: { reviews: [asked] },
  });
  return [...toldBefore, ...told];
}
