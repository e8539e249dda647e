import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { getThread } from "../get-thread";
import { inCommentTransaction } from "../internal/comment-transaction";
import { findThread, requireComment } from "../internal/find-thread";
import { lockReview } from "../lock-review";
import { type AddComment, addCommentSchema, type Thread } from "../schema";
import { auditedThread, writeComment } from "../writes/write-comment";

/** One more comment in a thread, also when its review has ended. NOT_FOUND when the thread has gone meanwhile. */
export async function addComment(context: Context, input: { thread: string } & AddComment): Promise<Thread> {
  const before = await findThread(context, input.thread);
  await requireComment(context, before);
  const { body, suggestion } = addCommentSchema.parse(input);
  if (suggestion !== undefined && !(before.anchor === "file" && before.side === "new"))
    throw new AppError("UNPROCESSABLE", "Only lines of the draft can be suggested otherwise.");
  await inCommentTransaction(context, before, async (context) => {
    // The review first, as everybody does who locks both: resolving a thread, applying its suggestion, publishing.
    if (before.reviewId) await lockReview(context, before.reviewId);
    // Deleting the last comment deletes the thread: one of the two is first.
    await context.db.$executeRaw`SELECT 1 FROM "Thread" WHERE id = ${before.id}::uuid FOR NO KEY UPDATE`;
    const thread = await findThread(context, before.id);
    await writeComment(context, thread.id, { body, suggestion });
    await appendAudit(context, {
      action: "comment.added",
      object: auditedThread(thread),
      ...(thread.review ? { detail: { review: thread.review.number } } : {}),
    });
  });
  return getThread(context, before.id);
}
