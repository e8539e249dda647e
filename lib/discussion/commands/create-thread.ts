import "server-only";
import type { Context } from "@/lib/access/context";
import { isInSight } from "@/lib/access/skill-sight";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { getThread } from "../get-thread";
import { inCommentTransaction } from "../internal/comment-transaction";
import { findThread, requireComment } from "../internal/find-thread";
import { resolveEvent, resolveFile } from "../internal/resolve-anchor";
import { lockOpenReview } from "../lock-review";
import { type CreateThread, createThreadSchema, type Thread } from "../schema";
import { auditedThread, writeComment } from "../writes/write-comment";

/** About one review, or one conversation: they are read together. */
const mostThreads = 1_000;

/**
 * Begins a thread with its first comment. CONFLICT when the lines belong to a draft that has moved on, or the review
 * has ended; UNPROCESSABLE for an event of a conversation that is not shared, and past 1,000 threads.
 */
export async function createThread(context: Context, input: CreateThread): Promise<Thread> {
  const { review: number, anchor, body, suggestion } = createThreadSchema.parse(input);
  if (suggestion !== undefined && !(anchor.kind === "file" && anchor.side === "new"))
    throw new AppError("UNPROCESSABLE", "Only lines of the draft can be suggested otherwise.");
  const named = number === undefined ? null : await findReview(context, { number });
  if (!named) {
    if (anchor.kind !== "event") throw new AppError("UNPROCESSABLE", "Say which review this belongs to.");
  } else await requireComment(context, named);
  const event = anchor.kind === "event" ? await resolveEvent(context, anchor) : null;
  const review = named ?? (event?.reviewId ? await findReview(context, { id: event.reviewId }) : null);
  if (!named) await requireComment(context, { skillId: review?.skillId ?? null });
  const columns =
    anchor.kind === "file" && review
      ? await resolveFile(context, review.skillId, anchor)
      : (event?.columns ?? {});
  const id = await inCommentTransaction(context, { skillId: review?.skillId ?? null }, async (context) => {
    if (review) await lockOpenReview(context, review.id);
    await requireRoom(
      context,
      review ? { reviewId: review.id } : { conversationId: event?.columns.conversationId ?? null },
    );
    const thread = await context.db.thread.create({
      data: {
        ...columns,
        anchor: anchor.kind,
        workspaceId: context.workspace.id,
        skillId: review?.skillId ?? null,
        reviewId: review?.id ?? null,
        createdById: context.actor.userId,
        createdAt: context.now(),
      },
      select: { id: true },
    });
    await writeComment(context, thread.id, { body, suggestion });
    await appendAudit(context, {
      action: "thread.created",
      object: auditedThread(await findThread(context, thread.id)),
      detail: { anchor: anchor.kind, ...(review ? { review: review.number } : {}) },
    });
    return thread.id;
  });
  return getThread(context, id);
}

type Place = { reviewId: string } | { conversationId: string | null };

async function requireRoom({ db, workspace }: Context, place: Place): Promise<void> {
  if ((await db.thread.count({ where: { workspaceId: workspace.id, ...place } })) < mostThreads) return;
  throw new AppError("UNPROCESSABLE", `There are ${mostThreads} threads here already. Go on in one of them.`);
}

async function findReview(context: Context, where: { number: number } | { id: string }) {
  const { db, workspace } = context;
  const review = await db.review.findFirst({
    where: { workspaceId: workspace.id, ...where },
    select: { id: true, number: true, skillId: true },
  });
  if (!review || !(await isInSight(context, review.skillId)))
    throw new AppError("NOT_FOUND", "There is no such review.");
  return review;
}
