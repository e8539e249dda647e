import "server-only";
import type { Scope } from "@/lib/access/scope";
import { findPeople } from "@/lib/people/find-people";
import type { ReviewSummary } from "../review-schema";
import { type Judged, judgeReviews, type ReviewHead } from "./judge-reviews";

/** Reviews as a list shows them. */
export async function toSummaries(scope: Scope, rows: readonly ReviewHead[]): Promise<ReviewSummary[]> {
  const judge = await judgeReviews(scope, rows);
  const personOf = await findPeople(
    scope.db,
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
