import type { Context } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { createThread } from "@/lib/discussion/commands/create-thread";
import { listThreads } from "@/lib/discussion/list-threads";
import type { CreateThread, Thread } from "@/lib/discussion/schema";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { askForReview, aTeam, digestNow, reviewed } from "./team";

export const body = "Say which one.";

/** A team whose author has asked for review. */
export async function aReview(db: Db) {
  const team = await aTeam(db);
  const { number } = await askForReview(team.author);
  return { ...team, number };
}

/** A thread on these lines of the draft as it is now. */
export async function onLines(
  context: Context,
  number: number,
  [startLine, endLine]: [number, number],
  more: Partial<CreateThread> & { path?: string } = {},
): Promise<Thread> {
  const { path = "notes.md", ...rest } = more;
  const place = { kind: "file", side: "new", path, startLine, endLine } as const;
  const anchor = { ...place, digest: await digestNow(context) };
  return createThread(context, { review: number, anchor, body, ...rest });
}

/** The one thread that a review has. */
export async function onlyThread(context: Context, review: number): Promise<Thread> {
  const { items } = await listThreads(context, { review });
  const [thread, second] = items;
  if (!thread || second) throw new Error(`${items.length} threads.`);
  return thread;
}

/** Its newest comment. */
export function commentOf(thread: Thread): Thread["comments"][number] {
  const comment = thread.comments.at(-1);
  if (!comment) throw new Error("No comment.");
  return comment;
}

export const revisionNow = async (context: Context) =>
  (await getDraft(context, { skill: reviewed })).revision;

/** What somebody was told, the oldest first. */
export const inboxOf = async ({ db, actor }: Context) =>
  (await db.notification.findMany({ where: { userId: actor.userId }, orderBy: { id: "asc" } })).map(
    ({ kind }) => kind,
  );
