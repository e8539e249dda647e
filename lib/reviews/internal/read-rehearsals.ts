import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import { visibleConversations } from "@/lib/access/visible-conversations";
import type { Opening } from "@/lib/approvals/approval-schema";
import type { DatabaseContext } from "@/lib/db/client";
import { findPeople } from "@/lib/people/find-people";
import type { Review } from "../review-schema";

const titleOf = (title: string) => (title === "" ? "New conversation" : title);
const conversation = {
  select: { id: true, title: true, agent: { select: { slug: true, name: true } } },
} as const;

/** The rehearsals of a review that the asker may see, the oldest first. `digest` is what is under review now. */
export async function listRehearsals(
  context: Context,
  reviewId: string,
  digest: string,
): Promise<Review["rehearsals"]> {
  const { db, workspace } = context;
  const all = await db.reviewRehearsal.findMany({
    where: {
      reviewId,
      workspaceId: workspace.id,
      conversation: visibleConversations(context),
    },
    orderBy: [{ startedAt: "asc" }, { conversationId: "asc" }],
    include: { conversation, openings: { where: { digest }, orderBy: { at: "asc" } } },
  });
  const closed = await findClosedConversations(
    context,
    all.map(({ conversationId }) => conversationId),
  );
  const rows = all.filter(({ conversationId }) => !closed.has(conversationId));
  const personOf = await findPeople(
    context,
    rows.flatMap(({ startedById, openings }) => [startedById, ...openings.map(({ userId }) => userId)]),
  );
  return rows.map((row) => ({
    conversationId: row.conversationId,
    title: titleOf(row.conversation.title),
    agent: row.conversation.agent,
    digest: row.digest,
    stale: row.digest !== digest,
    startedBy: personOf(row.startedById),
    startedAt: row.startedAt.toISOString(),
    openedBy: row.openings.map(({ userId }) => personOf(userId)),
  }));
}

/** The rehearsals that somebody opened while the draft was exactly this, as a verdict keeps them. */
export async function listOpened(
  { db }: DatabaseContext,
  { reviewId, userId, digest }: { reviewId: string; userId: string; digest: string },
): Promise<Opening[]> {
  const rows = await db.reviewOpening.findMany({
    where: { reviewId, userId, digest, rehearsal: { conversation: { shared: true } } },
    orderBy: { at: "asc" },
    select: { rehearsal: { select: { conversation } } },
  });
  return rows.map(({ rehearsal: { conversation: one } }) => ({
    conversationId: one.id,
    title: titleOf(one.title),
    agent: one.agent?.name ?? "",
  }));
}
