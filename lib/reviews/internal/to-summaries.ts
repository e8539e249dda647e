import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { findPeople } from "@/lib/people/find-people";
import type { ReviewSummary } from "../review-schema";
import { type Judged, judgeReviews, type ReviewHead } from "./judge-reviews";

/** Reviews as a list shows them. */
export async function toSummaries(
  context: WorkspaceContext,
  rows: readonly ReviewHead[],
): Promise<ReviewSummary[]> {
  const judge = await judgeReviews(context, rows);
  const personOf = await findPeople(
    context,
    rows.flatMap(({ requestedById, reviewers }) => [requestedById, ...reviewers.map(({ userId }) => userId)]),
  );
  return rows.map((row) => toSummary(row, judge(row), personOf));
}

type PersonOf = Awaited<ReturnType<typeof findPeople>>;

export function toSummary(row: ReviewHead, judged: Judged, personOf: PersonOf): ReviewSummary {
  return {
    number: row.number,
    title: row.title,
    skill: { id: row.skill.id, name: row.skill.name },
    standing: judged.standing,
    requestedBy: personOf(row.requestedById),
    reviewers: row.reviewers.map(({ userId }) => ({ ...personOf(userId), why: judged.whyNot(userId) })),
    baseVersion: row.baseVersion,
    publishedVersion: row.publishedVersion,
    openThreads: judged.openThreads,
    approvals: judged.result.approvals,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
