import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { fingerprintSchema } from "../schema";
import { countJudgement } from "../writes/record-judgement";
import { lockDraft } from "./lock-draft";

const restoreFindingSchema = z.object({ skill: z.string(), fingerprint: fingerprintSchema });

/**
 * Takes a dismissal back: the finding counts again, and every approval that was given without it is stale. NOT_FOUND
 * when there is none (any more). No key does this.
 */
export async function restoreFinding(
  context: Context,
  input: { skill: string; fingerprint: string },
): Promise<void> {
  requirePermission(context, "findings.dismiss");
  const { skill, fingerprint } = restoreFindingSchema.parse(input);
  const workspaceId = context.workspace.id;
  await lockDraft(context, skill, async (context, { skillId, name, digest }, description) => {
    const where = { skillId, workspaceId, fingerprint };
    const dismissal = await context.db.findingDismissal.findFirst({
      where,
      select: { rule: true, path: true, reason: true },
    });
    if (!dismissal) throw new AppError("NOT_FOUND", "This finding is not dismissed.");
    await context.db.findingDismissal.deleteMany({ where });
    const staleApprovals = await countJudgement(context, skillId, description);
    await appendAudit(context, {
      action: "finding.restored",
      object: { type: "skill", id: skillId, name },
      digestAfter: digest,
      detail: { ...dismissal, fingerprint, staleApprovals },
    });
    await notify(context, { topic: "library", workspaceId });
  });
}
