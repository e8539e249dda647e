import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { getThread } from "../get-thread";
import { inCommentTransaction } from "../internal/comment-transaction";
import { findComment, requireComment } from "../internal/find-thread";
import { editCommentSchema, type Thread } from "../schema";
import {
  auditedThread,
  mentionedMembers,
  retellComment,
  tellMentioned,
  tellWatchers,
} from "../writes/write-comment";

/** Changes the text of one's own comment. Whoever it mentions for the first time is told. */
export async function editComment(
  context: Context,
  input: { comment: string; body: string },
): Promise<Thread> {
  const { comment: before, thread } = await findComment(context, input.comment);
  await requireComment(context, thread);
  const { body } = editCommentSchema.parse(input);
  if (before.authorId !== context.actor.userId)
    throw new AppError("FORBIDDEN", "Only whoever wrote a comment changes it.");
  if (before.body === body) return getThread(context, thread.id);
  await inCommentTransaction(context, thread, async (context) => {
    const mentions = await mentionedMembers(context, body);
    const { count } = await context.db.comment.updateMany({
      where: { id: before.id, workspaceId: context.workspace.id },
      data: { body, mentions, editedAt: context.now() },
    });
    if (count === 0) throw new AppError("NOT_FOUND", "The comment is gone.");
    await retellComment(context, before.id, body);
    await tellMentioned(context, thread, { id: before.id, body, mentions });
    await appendAudit(context, { action: "comment.edited", object: auditedThread(thread) });
    await tellWatchers(context);
  });
  return getThread(context, thread.id);
}
