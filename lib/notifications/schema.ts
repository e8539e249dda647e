import { z } from "zod";
import { rowNumber } from "@/lib/kernel/row-number";
import { changeTopics } from "./change-options";

/** What an inbox tells of, in the order in which the app lists them. */
export const notificationKinds = [
  "review-asked",
  "reviews-asked",
  "mentioned",
  "commented",
  "approved",
  "changes-requested",
  "approval-stale",
  "published",
  "neighbour-lost",
  "import-finished",
  "source-conflict",
  "source-failed",
  "skill-offered",
  "share-ended",
  "key-expiring",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The name as it was when it was told; a list says today's where the skill is still there. */
const skill = z.object({ id: z.uuid(), name: z.string() });
const source = z.object({ id: z.uuid(), name: z.string() });
const review = z.object({ number: rowNumber, title: z.string() });
const reviewed = z.object({ skill, review });

export { reviewed as askedReviewSchema };
export type AskedReview = z.infer<typeof reviewed>;

/**
 * Where a comment stands: what is null it does not belong to. At least one of the three is there when it is told; who
 * reads it later is not told of a conversation that is private by then.
 */
const discussed = z.object({
  thread: z.uuid(),
  skill: skill.nullable().default(null),
  review: review.nullable().default(null),
  conversation: z
    .object({ id: z.uuid(), title: z.string(), seq: rowNumber.nullable().default(null) })
    .nullable()
    .default(null),
  /** Its first words, mentions as names. */
  excerpt: z.string(),
});

const kindOf = <K extends NotificationKind, T extends z.ZodType>(kind: K, data: T) =>
  z.object({ kind: z.literal(kind), data });

/** What happened, with all that is needed to say it and to link it. Fields that come later are optional. */
export const noticeSchema = z.discriminatedUnion("kind", [
  kindOf("review-asked", reviewed),
  /** What one call for many skills asked for, as far as it came, in its order; names as they were then. */
  kindOf("reviews-asked", z.object({ reviews: z.array(reviewed).min(1) })),
  kindOf("mentioned", discussed),
  kindOf("commented", discussed),
  kindOf("approved", reviewed.extend({ note: z.string().default("") })),
  kindOf("changes-requested", reviewed.extend({ note: z.string().default("") })),
  /** Other bytes, other executable files, or a finding dismissed or restored since. */
  kindOf(
    "approval-stale",
    reviewed.extend({ because: z.enum(["bytes", "modes", "findings"]).default("bytes") }),
  ),
  kindOf(
    "published",
    z.object({
      skill,
      version: rowNumber,
      note: z.string().default(""),
      review: review.nullable().default(null),
    }),
  ),
  /** A draft takes cases from the suite of a skill that stands beside it: told to those who maintain that skill. */
  kindOf(
    "neighbour-lost",
    z.object({
      /** Whose suite lost them. */
      skill,
      /** Whose draft takes them. */
      changed: skill,
      review: review.nullable().default(null),
      /** The number of the run of the suite, and how many cases it lost. */
      run: rowNumber,
      lost: z.number().int().min(1),
    }),
  ),
  kindOf(
    "import-finished",
    z.object({
      import: z.uuid(),
      /** File names as uploaded. */
      sources: z.array(z.string()),
      outcome: z.enum(["done", "failed", "interrupted"]),
      stored: z.number().int().min(0),
      failed: z.number().int().min(0),
    }),
  ),
  /** Texts of a source that wait beside drafts that were edited here: names of the first, and how many there are. */
  kindOf(
    "source-conflict",
    z.object({ source, skills: z.array(z.string()).min(1), count: z.number().int().min(1) }),
  ),
  /** Why a sync changed nothing, by its word (lib/sources/source-options.ts): the source says it in full. */
  kindOf("source-failed", z.object({ source, failure: z.string() })),
  /** By another workspace, named as it was then: an admin here accepts or declines it. */
  kindOf("skill-offered", z.object({ share: z.uuid(), workspace: z.string(), name: z.string() })),
  kindOf("share-ended", z.object({ workspace: z.string(), skill })),
  kindOf("key-expiring", z.object({ key: z.uuid(), name: z.string(), expiresAt: z.iso.datetime() })),
]);
export type Notice = z.infer<typeof noticeSchema>;
export type NewNotice = z.input<typeof noticeSchema>;

export const notificationSchema = z.object({
  id: z.uuid(),
  /** Who did it; null for what the server tells by itself. */
  actor: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  notice: noticeSchema,
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

const flag = z.enum(["true", "false"]).default("false");

export const listNotificationsSchema = z.object({
  /** Only what has not been read. */
  unread: flag,
  /** What has not been read before what has; the newest first in both. */
  unreadFirst: flag,
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type ListNotifications = z.input<typeof listNotificationsSchema>;

export const notificationListSchema = z.object({
  items: z.array(notificationSchema),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.infer<typeof notificationListSchema>;

export const unreadCountSchema = z.object({
  /** Counted up to 1,000. */
  unread: z.number().int().min(0),
});
export type UnreadCount = z.infer<typeof unreadCountSchema>;

export const markNotificationSchema = z.object({ read: z.boolean() });
export type MarkNotification = z.infer<typeof markNotificationSchema>;

export const markAllReadSchema = z.object({
  /** The newest one that was seen: what came after it stays unread. Everything when absent. */
  upTo: z.uuid().optional(),
  /** Only what is about this review, or about this import: its page was opened. */
  review: z.number().int().min(1).optional(),
  import: z.uuid().optional(),
});
export type MarkAllRead = z.infer<typeof markAllReadSchema>;

/** One message of the stream of changes. */
export const changeSchema = z.object({
  topics: z.array(z.enum(changeTopics)),
  /** Of `live`: which conversations of hosts; any of them when absent. */
  sessions: z.array(z.uuid()).optional(),
});
export type Change = z.infer<typeof changeSchema>;
