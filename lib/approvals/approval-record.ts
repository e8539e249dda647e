import "server-only";
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
  return {
    ...record,
    approvals: record.approvals.map((one) => ({ ...one, opened: one.opened.filter(isSeen) })),
  };
}

/** Which openings may be told: a conversation that has been made private since is its creator's alone. */
export async function seenOpenings(
  { db, workspace, actor }: Context,
  opened: readonly Opening[],
): Promise<(opening: Opening) => boolean> {
  if (opened.length === 0) return () => true;
  const hidden = await db.conversation.findMany({
    where: {
      workspaceId: workspace.id,
      shared: false,
      createdById: { not: actor.userId },
      id: { in: opened.map(({ conversationId }) => conversationId) },
    },
    select: { id: true },
  });
  const ids = new Set(hidden.map(({ id }) => id));
  return ({ conversationId }) => !ids.has(conversationId);
}
