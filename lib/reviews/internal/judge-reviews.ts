import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Reviewed } from "@/lib/approvals/staleness";
import type { Prisma } from "@/lib/db/generated/client";
import { currentWritings, readAuthors } from "@/lib/library/drafts/draft-authors";
import { evaluatePolicy, type PolicyResult } from "../evaluate-policy";
import type { ReviewStanding } from "../policy-options";
import { isAuthor, whyNoApprover } from "../who-may-judge";
import { readMembers, readPolicy } from "./read-policy";

export const reviewParts = {
  skill: {
    select: {
      id: true,
      name: true,
      draft: {
        select: {
          revision: true,
          digest: true,
          baseVersion: true,
          updatedById: true,
          updatedAt: true,
          blockingCount: true,
          modesRevision: true,
          findingsRevision: true,
        },
      },
    },
  },
  reviewers: { orderBy: [{ askedAt: "asc" }, { userId: "asc" }] },
  verdicts: { orderBy: [{ at: "asc" }, { id: "asc" }] },
} as const satisfies Prisma.ReviewInclude;

/** The same for many at once, without the long words of each. */
export const reviewHeadParts = {
  ...reviewParts,
  verdicts: { ...reviewParts.verdicts, omit: { note: true, opened: true, runs: true } },
} as const satisfies Prisma.ReviewInclude;

export type ReviewRow = Prisma.ReviewGetPayload<{ include: typeof reviewParts }>;
export type ReviewHead = Prisma.ReviewGetPayload<{
  include: typeof reviewHeadParts;
  omit: { description: true };
}>;
export type DraftFacts = NonNullable<ReviewRow["skill"]["draft"]>;

export type Judged = {
  /** Without what suites say. */
  result: Omit<PolicyResult, "met">;
  standing: ReviewStanding;
  /** Of the draft; of the version for a published review. */
  digest: string;
  /** User ids of whoever wrote it since the version before. */
  authors: string[];
  openThreads: number;
  /** Why an approval of this person would not count now; null when it would, and for what has ended. */
  whyNot: (userId: string) => string | null;
};

/** How each review stands by the policy of now; in a fixed number of queries, however many they are. */
export async function judgeReviews(
  context: WorkspaceContext,
  rows: readonly ReviewHead[],
): Promise<(row: ReviewHead) => Judged> {
  const policy = await readPolicy(context);
  const members = await readMembers(context);
  const authorsOf = await readReviewAuthors(context, rows);
  const openThreads = await countOpenThreads(
    context,
    rows.map(({ id }) => id),
  );
  const published = await publishedVersions(context, rows);
  return (row) => {
    const { draft } = row.skill;
    const now = published(row) ?? draft ?? { digest: "", modesRevision: 0, findingsRevision: 0 };
    const authors = authorsOf(row);
    const open = openThreads.get(row.id) ?? 0;
    const result = evaluatePolicy({
      policy,
      members,
      authors,
      now,
      verdicts: row.verdicts,
      openThreads: open,
      blockingFindings: draft?.blockingCount ?? 0,
      // Nothing here is told of these rules, and reading every package and suite is not for a list.
      specificationErrors: null,
      growth: null,
      proof: null,
    });
    const { digest } = now;
    const { approverRole } = policy;
    const whyNot = (userId: string) =>
      row.state === "open" ? whyNoApprover({ members, authors, approverRole }, userId) : null;
    return { result, digest, authors, openThreads: open, whyNot, standing: standingOf(row, result, authors) };
  };
}

/** A version was written while the one before it was the newest: numbers have no gaps. */
async function readReviewAuthors(context: WorkspaceContext, rows: readonly ReviewHead[]) {
  const current = await currentWritings(
    context,
    rows.map(({ skillId }) => skillId),
  );
  const writingOf = ({ skillId, publishedVersion }: ReviewHead) =>
    publishedVersion === null ? current(skillId) : { skillId, since: publishedVersion - 1 };
  const authorsOf = await readAuthors(context, rows.map(writingOf));
  return (row: ReviewHead) => authorsOf(writingOf(row));
}

export async function countOpenThreads(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  reviewIds: readonly string[],
): Promise<Map<string, number>> {
  const groups = await db.thread.groupBy({
    by: ["reviewId"],
    where: { workspaceId, reviewId: { in: [...reviewIds] }, resolvedAt: null },
    _count: true,
  });
  return new Map(groups.flatMap(({ reviewId, _count }) => (reviewId ? [[reviewId, _count] as const] : [])));
}

async function publishedVersions(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  rows: readonly ReviewHead[],
) {
  const wanted = rows.flatMap(({ skillId, publishedVersion: number }) =>
    number === null ? [] : [{ skillId, number }],
  );
  const versions =
    wanted.length === 0
      ? []
      : await db.version.findMany({
          where: { workspaceId, OR: wanted },
          select: { skillId: true, number: true, digest: true, modesRevision: true, findingsRevision: true },
        });
  const byNumber = new Map<string, Reviewed>(
    versions.map((version) => [`${version.skillId} ${version.number}`, version]),
  );
  return ({ skillId, publishedVersion }: ReviewHead) => byNumber.get(`${skillId} ${publishedVersion}`);
}

function standingOf(
  { state, verdicts }: ReviewHead,
  result: Judged["result"],
  authors: readonly string[],
): ReviewStanding {
  const { newest, approvals, rules } = result;
  if (state !== "open") return state;
  if (newest === "changes_requested") return "changes-requested";
  const approved = rules.every(({ rule, met }) => met || rule !== "approvals");
  if (approvals.given > 0 && approved) return "approved";
  // What an author says of their own bytes never was an approval that could be lost.
  const had = verdicts.some(
    ({ id, kind, userId }) =>
      kind === "approved" && (result.verdicts.get(id)?.staleBy || !isAuthor({ authors }, userId)),
  );
  return had && approvals.given === 0 ? "stale" : "in-review";
}
