import "server-only";
import type { Prisma } from "@/lib/db/generated/client";
import type { Scope } from "@/lib/library/scope";
import { evaluatePolicy, type PolicyResult } from "../evaluate-policy";
import type { ReviewStanding } from "../policy-options";
import { readEditors, readMembers, readPolicy } from "./read-policy";

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
  verdicts: { ...reviewParts.verdicts, omit: { note: true, opened: true } },
} as const satisfies Prisma.ReviewInclude;

export type ReviewRow = Prisma.ReviewGetPayload<{ include: typeof reviewParts }>;
export type ReviewHead = Prisma.ReviewGetPayload<{
  include: typeof reviewHeadParts;
  omit: { description: true };
}>;
export type DraftFacts = NonNullable<ReviewRow["skill"]["draft"]>;

export type Judged = {
  result: PolicyResult;
  standing: ReviewStanding;
  /** Of the draft; of the version for a published review. */
  digest: string;
  openThreads: number;
};

/** How each review stands by the policy of now; in a fixed number of queries, however many they are. */
export async function judgeReviews(
  scope: Scope,
  rows: readonly ReviewHead[],
): Promise<(row: ReviewHead) => Judged> {
  const policy = await readPolicy(scope);
  const members = await readMembers(scope);
  const editorsOf = await readEditors(
    scope,
    rows.flatMap(({ skill }) => (skill.draft ? [skill.draft.updatedById] : [])),
  );
  const openThreads = await countOpenThreads(
    scope,
    rows.map(({ id }) => id),
  );
  const published = await publishedDigests(scope, rows);
  return (row) => {
    const { draft } = row.skill;
    const digest = published(row) ?? draft?.digest ?? "";
    const open = openThreads.get(row.id) ?? 0;
    const result = evaluatePolicy({
      ...{ policy, members, digest },
      editors: draft && row.state !== "published" ? editorsOf(draft.updatedById) : [],
      verdicts: row.verdicts,
      openThreads: open,
      blockingFindings: draft?.blockingCount ?? 0,
    });
    return { result, digest, openThreads: open, standing: standingOf(row, result) };
  };
}

export async function countOpenThreads(
  { db, workspaceId }: Scope,
  reviewIds: readonly string[],
): Promise<Map<string, number>> {
  const groups = await db.thread.groupBy({
    by: ["reviewId"],
    where: { workspaceId, reviewId: { in: [...reviewIds] }, resolvedAt: null },
    _count: true,
  });
  return new Map(groups.flatMap(({ reviewId, _count }) => (reviewId ? [[reviewId, _count] as const] : [])));
}

async function publishedDigests({ db, workspaceId }: Scope, rows: readonly ReviewHead[]) {
  const wanted = rows.flatMap(({ skillId, publishedVersion: number }) =>
    number === null ? [] : [{ skillId, number }],
  );
  const versions =
    wanted.length === 0
      ? []
      : await db.version.findMany({
          where: { workspaceId, OR: wanted },
          select: { skillId: true, number: true, digest: true },
        });
  const digests = new Map(versions.map(({ skillId, number, digest }) => [`${skillId} ${number}`, digest]));
  return ({ skillId, publishedVersion }: ReviewHead) => digests.get(`${skillId} ${publishedVersion}`);
}

function standingOf(
  { state, verdicts }: ReviewHead,
  { newest, approvals, rules }: PolicyResult,
): ReviewStanding {
  if (state !== "open") return state;
  if (newest === "changes_requested") return "changes-requested";
  const approved = rules.every(({ rule, met }) => met || (rule !== "approvals" && rule !== "other-approver"));
  if (approvals.given > 0 && approved) return "approved";
  const had = verdicts.some(({ kind }) => kind === "approved");
  return had && approvals.given === 0 ? "stale" : "in-review";
}
