import "server-only";
import type { Context } from "@/lib/access/context";
import { presentUser } from "@/lib/access/present-member";
import { isVisibleConversation } from "@/lib/access/visible-conversations";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { notifyPeople, retell } from "@/lib/notifications/commands";
import { findMentions } from "../find-mentions";
import { type ThreadRow, threadParts } from "../internal/read-threads";

const mostComments = 500;

type NewComment = { body: string; suggestion?: string | undefined };

/** The members among those that a text mentions; machines, and whoever does not get in, read nothing. */
export async function mentionedMembers(context: Context, body: string): Promise<string[]> {
  const ids = findMentions(body);
  if (ids.length === 0) return [];
  const members = await context.db.member.findMany({
    where: { workspaceId: context.workspace.id, userId: { in: ids }, user: presentUser },
    select: { userId: true },
  });
  return members.map(({ userId }) => userId);
}

/** One more comment in a thread, with everybody told whom it concerns. UNPROCESSABLE past 500. */
export async function writeComment(
  context: Context,
  threadId: string,
  { body, suggestion }: NewComment,
): Promise<void> {
  const now = context.now();
  const comment = await context.db.comment.create({
    data: {
      threadId,
      workspaceId: context.workspace.id,
      authorId: context.actor.userId,
      body,
      mentions: await mentionedMembers(context, body),
      suggestion: suggestion ?? null,
      createdAt: now,
    },
  });
  const thread = await context.db.thread.update({
    where: { id: threadId, workspaceId: context.workspace.id },
    data: { updatedAt: now },
    include: threadParts,
  });
  if (thread.comments.length > mostComments)
    throw new AppError("UNPROCESSABLE", `A thread has at most ${mostComments} comments. Begin another one.`);
  if (thread.review)
    await context.db.review.update({ where: { id: thread.review.id }, data: { updatedAt: now } });
  await tellMentioned(context, thread, comment);
  await notifyPeople(context, {
    kind: "commented",
    to: whoSees(
      thread,
      concerned(thread).filter((userId) => !comment.mentions.includes(userId)),
    ),
    dedupeKey: commented(comment.id),
    data: { ...whereabouts(thread), excerpt: body },
  });
  await tellWatchers(context);
}

export async function tellMentioned(
  context: Context,
  thread: ThreadRow,
  { id, body, mentions }: { id: string; body: string; mentions: string[] },
): Promise<void> {
  await notifyPeople(context, {
    kind: "mentioned",
    to: whoSees(thread, mentions),
    dedupeKey: mentioned(id),
    data: { ...whereabouts(thread), excerpt: body },
  });
}

const commented = (id: string) => `commented:${id}`;
const mentioned = (id: string) => `mentioned:${id}`;

/** What people were told of a comment, for when it says something else; null when it is gone. */
export const retellComment = (context: Context, id: string, body: string | null): Promise<void> =>
  retell(context, { dedupeKeys: [commented(id), mentioned(id)], excerpt: body });

/** A thread of a conversation alone is read by whoever sees that. */
const whoSees = ({ review, conversation }: ThreadRow, people: readonly string[]): readonly string[] =>
  people.filter(
    (userId) => review || (conversation && isVisibleConversation({ actor: { userId } }, conversation)),
  );

export const tellWatchers = (context: Context) =>
  notify(context, { topic: "reviews", workspaceId: context.workspace.id });

/** Who asked for the review or began the conversation, and everybody who has written in the thread. */
const concerned = ({ review, conversation, createdById, comments }: ThreadRow): string[] => [
  createdById,
  ...(review ? [review.requestedById] : conversation ? [conversation.createdById] : []),
  ...comments.map(({ authorId }) => authorId),
];

function whereabouts({ id, review, conversation, seq }: ThreadRow) {
  const seen = conversation?.shared ? conversation : null;
  return {
    thread: id,
    skill: review ? { id: review.skillId, name: review.skill.name } : null,
    review: review ? { number: review.number, title: review.title } : null,
    conversation: seen ? { id: seen.id, title: seen.title, seq } : null,
  };
}

/** How the audit names a thread. */
export const auditedThread = ({ id, review, conversation }: ThreadRow) => ({
  type: "thread",
  id,
  name: review?.title ?? (conversation?.shared ? conversation.title : ""),
});
