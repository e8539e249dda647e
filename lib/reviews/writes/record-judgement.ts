import "server-only";
import type { Context } from "@/lib/access/context";
import { tellStaleApprovals } from "@/lib/approvals/commands/tell-stale-approvals";
import { AppError } from "@/lib/kernel/app-error";
import type { PackageDescription } from "@/lib/library/describe-package";
import { readDraftAuthors } from "@/lib/library/drafts/draft-authors";
import { recountFindings } from "@/lib/library/writes/recount-findings";
import { readMembers } from "../internal/read-policy";
import { whyNotDismiss } from "../who-may-judge";

/** FORBIDDEN (`details.reason` "author") for an author of the draft, which must be locked: what blocks it is for somebody else. */
export async function requireNoAuthor(context: Context, skillId: string): Promise<void> {
  const members = await readMembers(context);
  const authors = await readDraftAuthors(context, skillId);
  const why = whyNotDismiss({ members, authors }, context.actor.userId);
  if (why !== null) throw new AppError("FORBIDDEN", why, { details: { reason: "author" } });
}

/**
 * Counts that a finding of the draft was dismissed or restored, and tells whose approvals that makes stale: they were
 * given without it. Answers with their user ids. The draft must be locked.
 */
export async function countJudgement(
  context: Context,
  skillId: string,
  description: PackageDescription,
): Promise<string[]> {
  const workspaceId = context.workspace.id;
  await recountFindings(context, skillId, description);
  const { findingsRevision } = await context.db.draft.update({
    where: { skillId, workspaceId },
    data: { findingsRevision: { increment: 1 } },
    select: { findingsRevision: true },
  });
  return tellStaleApprovals(context, {
    skillId,
    before: { findingsRevision: findingsRevision - 1 },
  });
}
