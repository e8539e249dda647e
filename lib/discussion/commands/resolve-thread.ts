import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { getThread } from "../get-thread";
import { inCommentTransaction } from "../internal/comment-transaction";
import { findThread, requireComment } from "../internal/find-thread";
import { lockReview } from "../lock-review";
import { resolveThreadSchema, type Thread } from "../schema";
import { auditedThread, tellWatchers } from "../writes/write-comment";

/** Resolves a thread or opens it again; the same twice changes nothing. */
export async function resolveThread(
  context: Context,
  input: { thread: string; resolved: boolean },
): Promise<Thread> {
  const before = await findThread(context, input.thread);
  await requireComment(context, before);
  const { resolved } = resolveThreadSchema.parse(input);
  await inCommentTransaction(context, before, async (context) => {
    // A publication counts open threads under the same lock.
    if (before.reviewId) await lockReview(context, before.reviewId);
    await setResolved(context, before.id, resolved);
  });
  return getThread(context, before.id);
}

/** In a transaction of the caller's. Answers whether anything changed. */
export async function setResolved(context: Context, id: string, resolved: boolean): Promise<boolean> {
  const workspaceId = context.workspace.id;
  const now = context.now();
  const { count } = await context.db.thread.updateMany({
    where: { id, workspaceId, resolvedAt: resolved ? null : { not: null } },
    data: resolved
      ? { resolvedAt: now, resolvedById: context.actor.userId, updatedAt: now }
      : { resolvedAt: null, resolvedById: null, updatedAt: now },
  });
  if (count === 0) return false;
  const thread = await findThread(context, id);
  await appendAudit(context, {
    action: resolved ? "thread.resolved" : "thread.reopened",
    object: auditedThread(thread),
    ...(thread.review ? { detail: { review: thread.review.number } } : {}),
  });
  await tellWatchers(context);
  return true;
}
