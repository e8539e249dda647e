import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { findComment, holdComment, requireComment } from "../internal/find-thread";
import { auditedThread, retellComment, tellWatchers } from "../internal/write-comment";

/** Deletes one's own comment; a thread goes with its last one. */
export async function deleteComment(context: Context, input: { comment: string }): Promise<void> {
  const { comment, thread } = await findComment(context, context.db, input.comment);
  await requireComment(context, thread);
  if (comment.authorId !== context.actor.userId)
    throw new AppError("FORBIDDEN", "Only whoever wrote a comment deletes it.");
  const workspaceId = context.workspace.id;
  await inTransaction(context.db, async (tx) => {
    await holdComment(tx, context, thread);
    await tx.$executeRaw`SELECT 1 FROM "Thread" WHERE id = ${thread.id}::uuid FOR NO KEY UPDATE`;
    const { count } = await tx.comment.deleteMany({ where: { id: comment.id, workspaceId } });
    if (count === 0) return;
    await retellComment(tx, context, comment.id, null);
    const left = await tx.comment.count({ where: { threadId: thread.id, workspaceId } });
    if (left === 0) await tx.thread.deleteMany({ where: { id: thread.id, workspaceId } });
    await appendAudit(tx, context, {
      action: "comment.deleted",
      object: auditedThread(thread),
      detail: { threadDeleted: left === 0 },
    });
    await tellWatchers(tx, context);
  });
}
