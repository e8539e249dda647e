import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { staleBy } from "@/lib/approvals/staleness";
import { changedBefore, cursorAfter, lastChangedFirst } from "@/lib/db/cursor";
import type { Prisma } from "@/lib/db/generated/client";
import { reviewHeadParts } from "./internal/judge-reviews";
import { toSummaries } from "./internal/to-summaries";
import { type ListReviews, listReviewsSchema, type ReviewList } from "./review-schema";

/** Reviews of the workspace, the most recently changed first. */
export async function listReviews(context: Context, input: ListReviews): Promise<ReviewList> {
  requirePermission(context, "reviews.read");
  const { filter, skill, cursor, limit } = listReviewsSchema.parse(input);
  const workspaceId = context.workspace.id;
  const hidden = await findHiddenSkills(context);
  const rows = await context.db.review.findMany({
    where: {
      workspaceId,
      AND: [
        filter === "asked-of-me"
          ? { state: "open", id: { in: await findWaiting(context) } }
          : filters(context.actor.userId)[filter],
        hidden.length === 0 ? {} : { skillId: { notIn: hidden } },
        skill === undefined ? {} : { skill: { workspaceId, name: skill } },
        changedBefore(cursor),
      ],
    },
    orderBy: [...lastChangedFirst],
    take: limit + 1,
    include: reviewHeadParts,
    omit: { description: true },
  });
  const items = await toSummaries(context, rows.slice(0, limit));
  const last = rows[limit - 1];
  return rows.length > limit && last ? { items, nextCursor: cursorAfter(last) } : { items };
}

const filters = (userId: string) =>
  ({
    open: { state: "open" },
    mine: { state: "open", requestedById: userId },
    ended: { state: { not: "open" } },
  }) as const satisfies Record<string, Prisma.ReviewWhereInput>;

/**
 * The ids of the open reviews that wait for the asker: asked of them, and their newest word is not about the draft as
 * it is now. A column cannot be compared with another table's in a `where`, and a skill has one open review at most.
 */
async function findWaiting({ db, workspace, actor: { userId } }: Context): Promise<string[]> {
  const asked = await db.review.findMany({
    where: { workspaceId: workspace.id, state: "open", reviewers: { some: { userId } } },
    select: {
      id: true,
      skill: { select: { draft: { select: { digest: true, modesRevision: true, findingsRevision: true } } } },
      verdicts: {
        where: { userId },
        orderBy: [{ at: "desc" }, { id: "desc" }],
        take: 1,
        select: { digest: true, modesRevision: true, findingsRevision: true },
      },
    },
  });
  return asked
    .filter(
      ({ skill: { draft }, verdicts: [newest] }) => !newest || !draft || staleBy(newest, draft) !== null,
    )
    .map(({ id }) => id);
}
