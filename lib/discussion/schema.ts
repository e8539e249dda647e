import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { eventTypeSchema } from "@/lib/runtime/events";

/** Markdown; a mention is written `@[name](userId)`. */
export const commentBodySchema = storableText.trim().min(1, "Write something.").max(20_000);
/** Other text for the lines of the thread: empty to remove them. */
const suggestionTextSchema = storableText.max(100_000);

/** Lines of one file of the package with this digest; both lines are 1-based and inclusive. */
const fileAnchorSchema = z
  .object({
    kind: z.literal("file"),
    digest: digestSchema,
    side: z.enum(["old", "new"]),
    path: storableText.min(1).max(1_000),
    startLine: rowNumber,
    endLine: rowNumber,
  })
  .refine(({ startLine, endLine }) => startLine <= endLine && endLine - startLine < 500, {
    message: "Choose from 1 to 500 lines, from above to below.",
    path: ["endLine"],
  });

export const anchorInputSchema = z.union([
  z.object({ kind: z.literal("general") }),
  fileAnchorSchema,
  z.object({ kind: z.literal("event"), conversation: z.uuid(), seq: rowNumber }),
]);

/** In a review, in a conversation, or about an event in both. */
export const createThreadSchema = z.object({
  /** The review's number. */
  review: rowNumber.optional(),
  anchor: anchorInputSchema,
  body: commentBodySchema,
  suggestion: suggestionTextSchema.optional(),
});
export type CreateThread = z.input<typeof createThreadSchema>;

export const addCommentSchema = z.object({
  body: commentBodySchema,
  suggestion: suggestionTextSchema.optional(),
});
export type AddComment = z.input<typeof addCommentSchema>;
export const editCommentSchema = z.object({ body: commentBodySchema });
export const resolveThreadSchema = z.object({ resolved: z.boolean() });
/** The draft's revision that the person was looking at. */
export const applySuggestionSchema = z.object({ baseRevision: rowNumber });

/** Where one sees threads: of one review, or of one conversation. */
export const listThreadsSchema = z.union([
  z.object({ review: z.coerce.number().int().min(1).max(2_147_483_647) }),
  z.object({ conversation: z.uuid() }),
]);
/** The same as an address says it: one of the two. */
export const listThreadsQuerySchema = z.object({
  review: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  conversation: z.uuid().optional(),
});

export const commentSchema = z.object({
  id: z.uuid(),
  author: personSchema,
  body: z.string(),
  /** The people that `body` mentions, as they are called now. */
  mentions: z.array(personSchema),
  suggestion: z
    .object({
      text: z.string(),
      applied: z.object({ by: personSchema, at: z.iso.datetime(), revision: z.number().int() }).nullable(),
      /** Why it cannot be applied now, in words; null when it can. */
      blocked: z.string().nullable(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
});
export type Comment = z.infer<typeof commentSchema>;

/** Lines as they stood: `from` is the 1-based number of the first. */
export const hunkSchema = z.object({ from: z.number().int(), lines: z.array(z.string()) });
export type Hunk = z.infer<typeof hunkSchema>;

const placedFileSchema = z.object({
  kind: z.literal("file"),
  side: z.enum(["old", "new"]),
  /** As anchored, and as it is now. */
  path: z.string(),
  startLine: z.number().int(),
  endLine: z.number().int(),
  digest: z.string(),
  revision: z.number().int().nullable(),
  quote: z.string(),
  /** Null: outdated, its text is no longer there; `hunk` shows what it was about. */
  now: z
    .object({ path: z.string(), startLine: z.number().int(), endLine: z.number().int(), moved: z.boolean() })
    .nullable(),
  hunk: hunkSchema,
});

const placedEventSchema = z.object({
  kind: z.literal("event"),
  /** Null when the conversation is gone; `words` stays. */
  conversation: z
    .object({ id: z.uuid(), title: z.string(), seq: z.number().int(), turn: z.number().int() })
    .nullable(),
  /** Null for one that this release does not know. */
  type: eventTypeSchema.nullable(),
  /** The event in one line, as it was called when somebody spoke of it. */
  words: z.string(),
});

export const threadSchema = z.object({
  id: z.uuid(),
  /** The review it belongs to; null for one in a conversation alone. */
  review: z.object({ number: z.number().int(), title: z.string(), skill: z.string() }).nullable(),
  place: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("general") }),
    placedFileSchema,
    placedEventSchema,
  ]),
  resolved: z.object({ by: personSchema, at: z.iso.datetime() }).nullable(),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  comments: z.array(commentSchema),
});
export type Thread = z.infer<typeof threadSchema>;
export const threadListSchema = z.object({ items: z.array(threadSchema) });
export type ThreadList = z.infer<typeof threadListSchema>;
