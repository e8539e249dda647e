import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import type { ApprovalRecord, PublishingSource } from "@/lib/approvals/approval-schema";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { lockReview } from "@/lib/discussion/lock-review";
import { describePackage } from "@/lib/library/describe-package";
import { toVersionDismissals, withDismissals } from "@/lib/library/dismissals";
import { type DraftRow, loaderOf, readDraft } from "@/lib/library/drafts/read-draft";
import { requireSeenDraft } from "@/lib/library/drafts/require-seen-draft";
import type { VersionSummary } from "@/lib/library/versions/version-schema";
import { createVersion } from "@/lib/library/writes/create-version";
import { moveLabel } from "@/lib/library/writes/move-label";
import { auditedReview, findOpenReview } from "../internal/find-review";
import type { ReviewRow } from "../internal/judge-reviews";
import { requireNewestSeen } from "../internal/require-newest-seen";
import { requirePolicy } from "../internal/require-policy";
import { requirePublishable } from "../internal/require-publishable";
import { tellPublished } from "../internal/tell-published";
import { type PublishSkill, publishSkillSchema } from "../schema";

/**
 * Makes an immutable version of the draft that was looked at, and ends its review. With the draft locked everything is
 * decided once more: CONFLICT says in `details.reason` draft-changed, unchanged, base-moved or policy, with every unmet
 * rule; UNPROCESSABLE has every error of the package. Labels move with it or nothing happens. A source publishes what
 * its sync brought, in its own name.
 */
export async function publishSkill(
  context: Context,
  input: { skill: string } & PublishSkill,
  by: { source?: PublishingSource } = {},
): Promise<VersionSummary> {
  requirePermission(context, "library.publish");
  const wanted = publishSkillSchema.parse(input);
  const { revision, digest, note } = wanted;

  const draft = await readDraft(context, input.skill);
  requireSeenDraft(draft, { revision, digest });
  const description = await describePackage({ name: draft.name, files: draft.files }, loaderOf(context));
  // The digest covers the content, so what is found here holds for what the transaction publishes.
  requirePublishable(draft, description);
  const { skillId } = draft;
  return inPermittedTransaction(context, "library.publish", async (context) => {
    let grounds: Grounds = { review: null, approval: null, digestBefore: null };
    const version = await createVersion(context, {
      skillId,
      revision,
      digest,
      note,
      decide: async (context, place) => {
        requireNewestSeen(wanted, place);
        const review = await lockOpen(context, skillId);
        const findings = await withDismissals(context, skillId, description.findings);
        const approval = await requirePolicy(context, {
          draft,
          findingsRevision: place.findingsRevision,
          findings,
          bypassReason: wanted.bypassReason,
          source: by.source,
        });
        grounds = { review, approval, digestBefore: place.newestDigest };
        return { dismissals: toVersionDismissals(findings), approval };
      },
    });
    await settle(context, { draft, version, ...grounds });
    return { ...version, labels: await moveLabels(context, draft, version, wanted) };
  });
}

type Labels = { labels: readonly string[]; bypassReason?: string | undefined };

/** By name, so that two publications wait for each other instead of deadlocking. */
async function moveLabels(
  context: Context,
  { skillId, name: skill }: DraftRow,
  { number: version }: VersionSummary,
  { labels, bypassReason }: Labels,
): Promise<string[]> {
  const names = [...new Set(labels)].sort();
  for (const label of names) await moveLabel(context, { skillId, skill, label, version, bypassReason });
  return names;
}

type Grounds = {
  review: ReviewRow | null;
  approval: ApprovalRecord;
  /** Of the version that was the newest until now. */
  digestBefore: string | null;
};

/** Verdicts and threads of the open review wait until this ends. */
async function lockOpen(context: Context, skillId: string): Promise<ReviewRow | null> {
  const review = await findOpenReview(context, skillId);
  if (!review) return null;
  await lockReview(context, review.id);
  return findOpenReview(context, skillId);
}

type Published = Grounds & { draft: DraftRow; version: VersionSummary };

async function settle(
  context: Context,
  { draft, version, review, approval, digestBefore }: Published,
): Promise<void> {
  const workspaceId = context.workspace.id;
  const { number, note, digest } = version;
  if (review) {
    const now = context.now();
    await context.db.review.update({
      where: { id: review.id },
      data: {
        state: "published",
        publishedVersion: number,
        updatedAt: now,
        endedAt: now,
        endedById: context.actor.userId,
      },
    });
    await appendAudit(context, {
      action: "review.published",
      object: auditedReview(review),
      digestBefore,
      digestAfter: digest,
      detail: { version: number },
    });
  }
  const source = approval?.source ?? null;
  const actor = source ? { userId: null, name: `${source.name} (source)` } : context.actor;
  await appendAudit(
    { ...context, actor },
    {
      action: "skill.published",
      object: { type: "skill", id: draft.skillId, name: draft.name },
      digestBefore,
      digestAfter: digest,
      detail: {
        version: number,
        revision: draft.revision,
        review: review?.number ?? null,
        authors: approval?.authors.map(({ id }) => id) ?? [],
        approvedBy: approval?.approvals.map(({ by }) => by.id) ?? [],
        ...(source && { source, syncedBy: context.actor.userId }),
      },
    },
  );
  if (approval?.bypass)
    await appendAudit(context, {
      action: "policy.bypassed",
      object: { type: "skill", id: draft.skillId, name: draft.name },
      digestBefore,
      digestAfter: digest,
      detail: { version: number, ...approval.bypass },
    });
  await tellPublished(context, { draft, review, version: number, note });
  await notify(context, { topic: "library", workspaceId });
  await notify(context, { topic: "reviews", workspaceId });
}
