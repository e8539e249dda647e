import "server-only";
import type { Context } from "@/lib/auth/context";
import { isAllowed } from "@/lib/auth/permissions";
import type { Db, Tx } from "@/lib/db/client";
import { scopeOf } from "@/lib/library/scope";
import { evaluatePolicy, type PolicyResult } from "../evaluate-policy";
import type { Policy } from "../policy-options";
import type { Publication } from "../review-schema";
import { findOpenReview } from "./find-review";
import { countOpenThreads, type DraftFacts, type ReviewRow } from "./judge-reviews";
import { readEditors, readMembers, readPolicy } from "./read-policy";

export type PolicyVerdict = {
  result: PolicyResult;
  policy: Policy;
  review: ReviewRow | null;
  /** Whether the actor may publish although rules are not met, with a reason. Never a machine. */
  mayBypass: boolean;
};

/** Everything that the policy looks at, as it is now: in a transaction that has locked the draft, as it stays. */
export async function judgeDraft(
  context: Context,
  db: Db | Tx,
  skillId: string,
  draft: Pick<DraftFacts, "digest" | "updatedById" | "blockingCount">,
): Promise<PolicyVerdict> {
  const scope = { ...scopeOf(context), db };
  const policy = await readPolicy(scope);
  const members = await readMembers(scope);
  const editorsOf = await readEditors(scope, [draft.updatedById]);
  const review = await findOpenReview(context, db, skillId);
  const threads = review ? await countOpenThreads(scope, [review.id]) : new Map<string, number>();
  const result = evaluatePolicy({
    ...{ policy, members, digest: draft.digest },
    editors: editorsOf(draft.updatedById),
    verdicts: review?.verdicts ?? null,
    openThreads: review ? (threads.get(review.id) ?? 0) : 0,
    blockingFindings: draft.blockingCount,
  });
  const isMachine = members.get(context.actor.userId)?.isMachine ?? false;
  const mayBypass =
    policy.bypassRoles.includes(context.workspace.role) &&
    isAllowed(context, "library.publish") &&
    !isMachine;
  return { result, policy, review, mayBypass };
}

export async function readPublication(
  context: Context,
  skillId: string,
  draft: DraftFacts,
): Promise<Publication> {
  const { result, review, mayBypass } = await judgeDraft(context, context.db, skillId, draft);
  const newest = await context.db.version.findFirst({
    where: { skillId, workspaceId: context.workspace.id },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  const { revision, digest, baseVersion } = draft;
  return {
    ...{ revision, digest, baseVersion, mayBypass },
    newestVersion: newest?.number ?? null,
    rules: result.rules,
    met: result.met,
    mayPublish: isAllowed(context, "library.publish"),
    review: review?.number ?? null,
  };
}
