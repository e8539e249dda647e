import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed } from "@/lib/access/permissions";
import { mayBypassPolicy } from "@/lib/approvals/may-bypass-policy";
import { newestOfEach, type Reviewed } from "@/lib/approvals/staleness";
import type { DatabaseContext } from "@/lib/db/client";
import { readDraftAuthors } from "@/lib/library/drafts/draft-authors";
import { findPeople } from "@/lib/people/find-people";
import { evaluatePolicy, type PolicyResult } from "../evaluate-policy";
import { asksForProof, type Policy } from "../policy-options";
import type { Publication } from "../review-schema";
import { whyNotDismiss } from "../who-may-judge";
import { findOpenReview } from "./find-review";
import { countOpenThreads, type DraftFacts, type ReviewRow } from "./judge-reviews";
import { readGrowth } from "./read-growth";
import { readMembers, readPolicy } from "./read-policy";
import { readProofFacts } from "./read-proof-facts";
import { readSpecificationErrors } from "./read-specification-errors";

export type PolicyVerdict = {
  result: PolicyResult;
  policy: Policy;
  /** User ids, in the order in which they began. */
  authors: string[];
  /** Why the actor may not dismiss what blocks, as an author of it. */
  dismissRefusal: string | null;
  review: ReviewRow | null;
  /** Whether the actor may publish although rules are not met, with a reason. Never a machine. */
  mayBypass: boolean;
};

/** Everything that the policy looks at, as it is now: in a transaction that has locked the draft, as it stays. */
export async function judgeDraft(
  context: Context,
  skillId: string,
  draft: Reviewed & Pick<DraftFacts, "blockingCount">,
  source?: string,
): Promise<PolicyVerdict> {
  const policy = await readPolicy(context);
  const members = await readMembers(context);
  const authors = await readDraftAuthors(context, skillId);
  const review = await findOpenReview(context, skillId);
  const threads = review ? await countOpenThreads(context, [review.id]) : new Map<string, number>();
  const result = evaluatePolicy({
    policy,
    members,
    authors,
    now: draft,
    source,
    verdicts: review?.verdicts ?? null,
    openThreads: review ? (threads.get(review.id) ?? 0) : 0,
    blockingFindings: draft.blockingCount,
    specificationErrors: policy.specificationBlocks ? await readSpecificationErrors(context, skillId) : null,
    growth: policy.growthApprovals > 0 ? await readGrowth(context, { skillId, digest: draft.digest }) : null,
    proof: asksForProof(policy.proof)
      ? await readProofFacts(context, { skillId, digest: draft.digest, model: policy.proof.model })
      : null,
  });
  const member = members.get(context.actor.userId);
  const actor = member && { ...member, role: context.workspace.role };
  const mayBypass = isAllowed(context, "library.publish") && mayBypassPolicy(policy, actor);
  const dismissRefusal = whyNotDismiss({ members, authors }, context.actor.userId);
  return { result, policy, authors, dismissRefusal, review, mayBypass };
}

/** Whoever wrote it, and each person's approval with whether it counts, by name. */
export async function nameApprovals(
  context: DatabaseContext,
  { result, authors, review }: PolicyVerdict,
): Promise<Pick<Publication, "authors" | "approvals">> {
  const approvals = newestOfEach(review?.verdicts ?? []).filter(({ kind }) => kind === "approved");
  const personOf = await findPeople(context, [...authors, ...approvals.map(({ userId }) => userId)]);
  return {
    authors: authors.map(personOf),
    approvals: approvals.map(({ id, userId }) => {
      const standing = result.verdicts.get(id);
      return { by: personOf(userId), counts: standing?.counts ?? false, why: standing?.why ?? null };
    }),
  };
}

export async function readPublication(
  context: Context,
  skillId: string,
  draft: DraftFacts,
): Promise<Publication> {
  const judged = await judgeDraft(context, skillId, draft);
  const { result, dismissRefusal, review, mayBypass } = judged;
  const newest = await context.db.version.findFirst({
    where: { skillId, workspaceId: context.workspace.id },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  const { revision, digest, findingsRevision, baseVersion } = draft;
  return {
    revision,
    digest,
    findingsRevision,
    baseVersion,
    mayBypass,
    dismissRefusal,
    ...(await nameApprovals(context, judged)),
    newestVersion: newest?.number ?? null,
    rules: result.rules,
    met: result.met,
    mayPublish: isAllowed(context, "library.publish"),
    review: review?.number ?? null,
  };
}
