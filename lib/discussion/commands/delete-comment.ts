import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { inCommentTransaction } from "../internal/comment-transaction";
import { findComment, requireComment } from "../internal/find-thread";
import { auditedThread, retellComment, tellWatchers } from "../writes/write-comment";

/** Deletes one's own comment; a thread goes with its last one. */
export async function deleteComment(context: Context, input: { comment: string }): Promise<void> {
  const { comment, thread } = await findComment(context, input.comment);
  await requireComment(context, thread);
  if (comment.authorId !== context.actor.userId)
    throw new AppError("FORBIDDEN", "Only whoever wrote a comment deletes it.");
  const workspaceId = context.workspace.id;
  await inCommentTransaction(context, thread, async (context) => {
    await context.db.$executeRaw`SELECT 1 FROM "Thread" WHERE id = ${thread.id}::uuid FOR NO KEY UPDATE`;
    const { count } = await context.db.comment.deleteMany({ where: { id: comment.id, workspaceId } });
    if (count === 0) return;
    await retellComment(context, comment.id, null);
    const left = await context.db.comment.count({ where: { threadId: thread.id, workspaceId } });
    if (left === 0) await context.db.thread.deleteMany({ where: { id: thread.id, workspaceId } });
    await appendAudit(context, {
      action: "comment.deleted",
      object: auditedThread(thread),
      detail: { threadDeleted: left === 0 },
    });
    await tellWatchers(context);
  });
}
