import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { visibleConversations } from "@/lib/access/visible-conversations";
import { AppError } from "@/lib/kernel/app-error";
import { type ThreadRow, threadParts } from "./read-threads";

/** Threads of reviews are everybody's in the workspace, those of a conversation alone whoever's may see it. */
export const visibleThreads = (context: Context) => ({
  workspaceId: context.workspace.id,
  OR: [{ reviewId: { not: null } }, { conversation: visibleConversations(context) }],
});

/** NOT_FOUND for one that is not here or not for the asker. */
export async function findThread(context: Context, id: string): Promise<ThreadRow> {
  const row = await context.db.thread.findFirst({
    where: { id, ...visibleThreads(context) },
    include: threadParts,
  });
  const isClosed =
    row !== null &&
    row.reviewId === null &&
    (await findClosedConversations(context, row.conversationId === null ? [] : [row.conversationId])).size >
      0;
  if (!row || isClosed) throw new AppError("NOT_FOUND", "There is no such thread.");
  return row;
}

/** A comment with its thread. */
export async function findComment(context: Context, id: string) {
  const comment = await context.db.comment.findFirst({
    where: { id, workspaceId: context.workspace.id, thread: visibleThreads(context) },
  });
  if (!comment) throw new AppError("NOT_FOUND", "There is no such comment.");
  return { comment, thread: await findThread(context, comment.threadId) };
}

/** Authors comment, and co-maintainers on what is about their skill. */
export async function requireComment(
  context: Context,
  { skillId }: { skillId: string | null },
): Promise<void> {
  if (skillId === null) requirePermission(context, "discussion.comment");
  else await requireSkillPermission(context, { skillId }, "discussion.comment");
}
