import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import { readClosedNames } from "@/lib/access/closed-names";
import type { Context } from "@/lib/access/context";
import { type ApprovalRecord, approvalRecordSchema, type Opening } from "./approval-schema";

/** How a version came to be published, as the asker may see it. */
export async function readApproval(context: Context, stored: unknown): Promise<ApprovalRecord> {
  const record = approvalRecordSchema.parse(stored);
  if (!record) return null;
  const isSeen = await seenOpenings(
    context,
    record.approvals.flatMap(({ opened }) => opened),
  );
  const { isName } = await readClosedNames(context);
  return {
    ...record,
    approvals: record.approvals.map((one) => ({
      ...one,
      opened: one.opened.filter(isSeen),
      runs: one.runs.filter(({ skill }) => !isName(skill)),
    })),
  };
}

/**
 * Which openings may be told: a conversation that has been made private since is its creator's alone, and one that names
 * what is closed to the asker is none of theirs.
 */
export async function seenOpenings(
  context: Context,
  opened: readonly Opening[],
): Promise<(opening: Opening) => boolean> {
  if (opened.length === 0) return () => true;
  const { db, workspace, actor } = context;
  const all = opened.map(({ conversationId }) => conversationId);
  const hidden = await db.conversation.findMany({
    where: {
      workspaceId: workspace.id,
      shared: false,
      createdById: { not: actor.userId },
      id: { in: all },
    },
    select: { id: true },
  });
  const closed = await findClosedConversations(context, all);
  const ids = new Set([...hidden.map(({ id }) => id), ...closed]);
  return ({ conversationId }) => !ids.has(conversationId);
}
