import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { blocksPublishing } from "@/lib/findings/blocks-publishing";
import type { Finding } from "@/lib/findings/find-findings";
import { AppError } from "@/lib/kernel/app-error";
import { toStorable } from "@/lib/kernel/to-storable";
import { withDismissals } from "@/lib/library/dismissals";
import type { DraftFinding } from "@/lib/library/drafts/draft-schema";
import { type DismissFinding, dismissFindingSchema } from "../schema";
import { countJudgement, requireNoAuthor } from "../writes/record-judgement";
import { lockDraft } from "./lock-draft";

/**
 * Accepts a finding of the current draft with a reason; it holds until the lines it is about change, and makes every
 * approval stale that was given without it. FORBIDDEN for an author of the draft where the finding blocks, and for every
 * key. The same from the same person again changes nothing; CONFLICT when a colleague was first, NOT_FOUND when the
 * draft has no such finding.
 */
export async function dismissFinding(
  context: Context,
  input: { skill: string } & DismissFinding,
): Promise<DraftFinding> {
  requirePermission(context, "findings.dismiss");
  const { fingerprint, reason } = dismissFindingSchema.parse(input);
  return lockDraft(context, input.skill, async (context, draft, description) => {
    const finding = description.findings.find((one) => one.fingerprint === fingerprint);
    if (!finding)
      throw new AppError("NOT_FOUND", "The draft has no such finding; it may have changed since.");
    const { skillId, name } = draft;
    const known = await find(context, skillId, finding);
    if (known.dismissal?.by.id === context.actor.userId && known.dismissal.reason === reason) return known;
    if (known.dismissal) throw dismissedAlready(known.dismissal);
    if (blocksPublishing(finding)) await requireNoAuthor(context, skillId);
    const { rule, path } = finding;
    const workspaceId = context.workspace.id;
    await context.db.findingDismissal.create({
      data: {
        workspaceId,
        skillId,
        fingerprint,
        rule,
        path,
        excerpt: toStorable(finding.excerpt),
        reason,
        dismissedById: context.actor.userId,
        dismissedAt: context.now(),
      },
    });
    const staleApprovals = await countJudgement(context, skillId, description);
    await appendAudit(context, {
      action: "finding.dismissed",
      object: { type: "skill", id: skillId, name },
      digestAfter: draft.digest,
      detail: { rule, path, line: finding.range.startLine, fingerprint, reason, staleApprovals },
    });
    await notify(context, { topic: "library", workspaceId });
    return find(context, skillId, finding);
  });
}

async function find(context: Context, skillId: string, finding: Finding): Promise<DraftFinding> {
  const [found] = await withDismissals(context, skillId, [finding]);
  return found ?? { ...finding, dismissal: null };
}

const dismissedAlready = (dismissal: NonNullable<DraftFinding["dismissal"]>) =>
  new AppError("CONFLICT", `${dismissal.by.name} has dismissed this already: “${dismissal.reason}”`, {
    details: { reason: "dismissed-already", dismissal },
  });
