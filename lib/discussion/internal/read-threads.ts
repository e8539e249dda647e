import { isVisibleConversation } from "@/lib/access/visible-conversations";
import { eventTypeSchema } from "@/lib/runtime/events";
import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { findPeople, type Person } from "@/lib/people/find-people";
import type { Comment, Thread } from "../schema";
import { type FileAnchor, fileAnchorOf, type PlaceNow, placeFiles, readSides } from "./place-files";

export const threadParts = {
  comments: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
  review: {
    select: {
      id: true,
      number: true,
      title: true,
      state: true,
      skillId: true,
      baseVersion: true,
      publishedVersion: true,
      requestedById: true,
      skill: { select: { name: true } },
    },
  },
  conversation: { select: { id: true, title: true, shared: true, createdById: true } },
} as const satisfies Prisma.ThreadInclude;

export type ThreadRow = Prisma.ThreadGetPayload<{ include: typeof threadParts }>;
type CommentRow = ThreadRow["comments"][number];
type PersonOf = (id: string) => Person;

/** Rows as people see them, each with where it stands now. */
export async function toThreads(context: Context, rows: readonly ThreadRow[]): Promise<Thread[]> {
  const places = await placeAll(context, rows);
  const closed = await findClosedConversations(
    context,
    rows.flatMap(({ conversation }) => conversation?.id ?? []),
  );
  const personOf = await findPeople(context, rows.flatMap(peopleOf));
  return rows.map((row) => ({
    id: row.id,
    review: row.review
      ? { number: row.review.number, title: row.review.title, skill: row.review.skill.name }
      : null,
    place: placeOf(
      row,
      places.get(row.id) ?? null,
      (one) => isVisibleConversation(context, one) && !closed.has(one.id),
    ),
    resolved:
      row.resolvedAt && row.resolvedById
        ? { by: personOf(row.resolvedById), at: row.resolvedAt.toISOString() }
        : null,
    createdBy: personOf(row.createdById),
    createdAt: row.createdAt.toISOString(),
    comments: row.comments.map((comment) => toComment(comment, row, places.get(row.id) ?? null, personOf)),
  }));
}

const peopleOf = (row: ThreadRow): string[] => [
  row.createdById,
  ...(row.resolvedById ? [row.resolvedById] : []),
  ...row.comments.flatMap(({ authorId, mentions, appliedById }) => [
    authorId,
    ...mentions,
    ...(appliedById ? [appliedById] : []),
  ]),
];

type Placed = { anchor: FileAnchor; now: PlaceNow };

async function placeAll(context: Context, rows: readonly ThreadRow[]): Promise<Map<string, Placed>> {
  const places = new Map<string, Placed>();
  const reviews = new Map(rows.flatMap(({ review }) => (review ? [[review.id, review] as const] : [])));
  for (const review of reviews.values()) {
    const anchored = rows.flatMap((row) => {
      const anchor = row.reviewId === review.id ? fileAnchorOf(row) : null;
      return anchor ? [{ id: row.id, anchor }] : [];
    });
    if (anchored.length === 0) continue;
    const sides = await readSides(context, review);
    const placed = await placeFiles(
      context,
      sides,
      anchored.map(({ anchor }) => anchor),
    );
    for (const [index, { id, anchor }] of anchored.entries())
      places.set(id, { anchor, now: placed[index] ?? null });
  }
  return places;
}

/** Whoever may not see a conversation sees neither its title nor what happened in it. */
export const hiddenWords = "In a private rehearsal";

type Discussed = NonNullable<ThreadRow["conversation"]>;

function placeOf(
  row: ThreadRow,
  placed: Placed | null,
  isSeen: (conversation: Discussed) => boolean,
): Thread["place"] {
  if (row.anchor === "general") return { kind: "general" };
  if (placed) {
    const { hunk, fileSha256: _, ...anchor } = placed.anchor;
    return { kind: "file", ...anchor, now: placed.now, hunk };
  }
  const { conversation, seq } = row;
  const event = { kind: "event" as const, type: eventTypeSchema.safeParse(row.eventType).data ?? null };
  if (!conversation || seq === null) return { ...event, conversation: null, words: row.quote ?? hiddenWords };
  if (!isSeen(conversation)) return { ...event, conversation: null, words: hiddenWords };
  const { id, title } = conversation;
  return {
    ...event,
    conversation: { id, title: title === "" ? "New conversation" : title, seq, turn: row.turn ?? 1 },
    words: row.quote ?? "",
  };
}

function toComment(row: CommentRow, thread: ThreadRow, placed: Placed | null, personOf: PersonOf): Comment {
  const { appliedAt, appliedById, appliedAs } = row;
  const applied =
    appliedAt && appliedById && appliedAs !== null
      ? { by: personOf(appliedById), at: appliedAt.toISOString(), revision: appliedAs }
      : null;
  return {
    id: row.id,
    author: personOf(row.authorId),
    body: row.body,
    mentions: row.mentions.map(personOf),
    suggestion:
      row.suggestion === null
        ? null
        : { text: row.suggestion, applied, blocked: whyBlocked(thread, applied !== null, placed) },
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}

function whyBlocked({ review }: ThreadRow, isApplied: boolean, placed: Placed | null): string | null {
  if (isApplied) return "It has been applied.";
  if (review?.state !== "open") return "The review has ended.";
  if (!placed?.now) return "The lines that it is about have changed since.";
  return null;
}
