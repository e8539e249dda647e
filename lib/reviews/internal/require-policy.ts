import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { leastRole } from "@/lib/access/permissions";
import {
  type ApprovalRecord,
  openingSchema,
  type PublishingSource,
  seenRunSchema,
} from "@/lib/approvals/approval-schema";
import type { DatabaseContext } from "@/lib/db/client";
import { blockersAmong } from "@/lib/findings/blocks-publishing";
import { AppError } from "@/lib/kernel/app-error";
import type { DraftFinding } from "@/lib/library/drafts/draft-schema";
import type { DraftRow } from "@/lib/library/drafts/read-draft";
import { findPeople } from "@/lib/people/find-people";
import type { Publication } from "../review-schema";
import { judgeDraft, nameApprovals, type PolicyVerdict } from "./read-publication";

type Publishing = {
  draft: DraftRow;
  findingsRevision: number;
  findings: readonly DraftFinding[];
  bypassReason?: string | undefined;
  source?: PublishingSource | undefined;
};

/**
 * What the version keeps of how the policy was met, or passed by with a reason. CONFLICT (`details.reason` "policy")
 * names every rule that is not met. The draft must be locked by this transaction.
 */
export async function requirePolicy(
  context: Context,
  { draft, findingsRevision, findings, bypassReason, source }: Publishing,
): Promise<ApprovalRecord> {
  const blocking = blockersAmong(findings);
  const { skillId, digest, modesRevision } = draft;
  const facts = { digest, modesRevision, findingsRevision, blockingCount: blocking.length };
  const judged = await judgeDraft(context, skillId, facts, source?.name);
  const { result, mayBypass } = judged;
  const named = await nameApprovals(context, judged);
  const unmet = result.rules.filter(({ met }) => !met);
  if (unmet.length > 0 && !(mayBypass && bypassReason !== undefined))
    throw policyUnmet(draft, judged, { ...named, blocking, tried: bypassReason !== undefined });
  return {
    review: judged.review?.number ?? null,
    authors: named.authors,
    // Whatever people said of it here, a sync publishes it in the name of the source.
    approvals: source ? [] : await toApprovals(context, judged),
    source: source ?? null,
    met: unmet.length === 0,
    bypass:
      unmet.length > 0 && bypassReason !== undefined
        ? { reason: bypassReason, unmet: unmet.map(({ rule }) => rule) }
        : null,
  };
}

async function toApprovals(context: DatabaseContext, { result, review }: PolicyVerdict) {
  const counted = review?.verdicts.filter(({ id }) => result.verdicts.get(id)?.counts) ?? [];
  const personOf = await findPeople(
    context,
    counted.map(({ userId }) => userId),
  );
  return counted.map(({ userId, at, opened, runs }) => ({
    by: personOf(userId),
    at: at.toISOString(),
    opened: z.array(openingSchema).parse(opened),
    runs: z.array(seenRunSchema).parse(runs),
  }));
}

/** How many findings the message names; `details` has them all. */
const mostNamed = 5;

type Missing = Pick<Publication, "authors" | "approvals"> & {
  blocking: readonly DraftFinding[];
  /** Whether a reason for publishing past the policy was given. */
  tried: boolean;
};

function policyUnmet(
  draft: DraftRow,
  { result, mayBypass, policy }: PolicyVerdict,
  { authors, approvals, blocking, tried }: Missing,
): AppError {
  const unmet = result.rules.filter(({ met }) => !met).map(({ rule, message }) => ({ rule, message }));
  const words = [
    `${draft.name} cannot be published yet.`,
    ...unmet.map(({ message }) => message),
    ...(policy.findingsBlock && blocking.length > 0 ? [describeBlocking(blocking)] : []),
    ...(tried ? ["Your role may not bypass the policy."] : []),
  ];
  return new AppError("CONFLICT", words.join(" "), {
    details: {
      reason: "policy",
      unmet,
      mayBypass,
      authors,
      approvals,
      ...(blocking.length === 0 ? {} : { findings: blocking, mayDismiss: leastRole["findings.dismiss"] }),
    },
  });
}

function describeBlocking(blocking: readonly DraftFinding[]): string {
  const places = blocking
    .slice(0, mostNamed)
    .map(({ rule, path, range }) => `${rule} in ${path}, line ${range.startLine}`);
  const more = blocking.length > mostNamed ? `; ${blocking.length - mostNamed} more` : "";
  return `A ${leastRole["findings.dismiss"]} or above may dismiss: ${places.join("; ")}${more}.`;
}
