import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { presentUser } from "@/lib/access/present-member";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { excerptOf } from "./internal/excerpt-of";
import {
  type MarkAllRead,
  type MarkNotification,
  markAllReadSchema,
  markNotificationSchema,
  type NewNotice,
  type Notice,
  noticeSchema,
} from "./schema";

/** Who did it, and where. `Context` fits; what the server tells by itself has no actor. */
export type NoticeSource = DatabaseContext & {
  actor: { userId: string | null; name: string } | null;
  workspace: { id: string };
  now: () => Date;
};

export type Telling = NewNotice & {
  /** User ids. The actor, machines and whoever does not get in here now are left out; twice the same is told once. */
  to: readonly string[];
  /** The same thing is told a person once: a second time with the same key changes nothing. */
  dedupeKey?: string;
};

/** Puts one line into each inbox, in the transaction of what it tells. Answers whom it told. */
export async function notifyPeople(
  context: NoticeSource,
  { to, dedupeKey, ...notice }: Telling,
): Promise<string[]> {
  const workspaceId = context.workspace.id;
  const others = [...new Set(to)].filter((userId) => userId !== context.actor?.userId);
  if (others.length === 0) return [];
  const members = await context.db.member.findMany({
    where: { workspaceId, userId: { in: others }, user: presentUser },
    select: { userId: true },
  });
  const { kind, data } = shortened(noticeSchema.parse(notice));
  const told = await context.db.notification.createManyAndReturn({
    data: members.map(({ userId }) => ({
      workspaceId,
      userId,
      kind,
      data,
      actorId: context.actor?.userId ?? null,
      actorName: context.actor?.name ?? null,
      dedupeKey: dedupeKey === undefined ? null : `${workspaceId}:${dedupeKey}`,
      createdAt: context.now(),
    })),
    skipDuplicates: true,
    select: { userId: true },
  });
  for (const { userId } of told) await notify(context, { topic: "inbox", workspaceId, userId });
  return told.map(({ userId }) => userId);
}

/**
 * What was told under these keys says this now; null takes it back, read or not. For words that their author has
 * changed or deleted since: an inbox must not keep what its place no longer says.
 */
export async function retell(
  context: WorkspaceContext,
  { dedupeKeys, excerpt }: { dedupeKeys: readonly string[]; excerpt: string | null },
): Promise<void> {
  const workspaceId = context.workspace.id;
  const keys = dedupeKeys.map((key) => `${workspaceId}:${key}`);
  const told =
    excerpt === null
      ? await context.db.$queryRaw<{ userId: string }[]>`
          DELETE FROM "Notification" n USING "Member" m
          WHERE m."workspaceId" = ${workspaceId}::uuid AND n."workspaceId" = m."workspaceId"
            AND n."userId" = m."userId" AND n."dedupeKey" = ANY (${keys}) RETURNING n."userId"`
      : await context.db.$queryRaw<{ userId: string }[]>`
          UPDATE "Notification" n SET data = jsonb_set(n.data, '{excerpt}', to_jsonb(${excerptOf(excerpt)}::text))
          FROM "Member" m
          WHERE m."workspaceId" = ${workspaceId}::uuid AND n."workspaceId" = m."workspaceId"
            AND n."userId" = m."userId" AND n."dedupeKey" = ANY (${keys}) RETURNING n."userId"`;
  for (const { userId } of told) await notify(context, { topic: "inbox", workspaceId, userId });
}

function shortened(notice: Notice): Notice {
  switch (notice.kind) {
    case "mentioned":
    case "commented":
      return { ...notice, data: { ...notice.data, excerpt: excerptOf(notice.data.excerpt) } };
    case "approved":
    case "changes-requested":
      return { ...notice, data: { ...notice.data, note: excerptOf(notice.data.note) } };
    case "published":
      return { ...notice, data: { ...notice.data, note: excerptOf(notice.data.note) } };
    default:
      return notice;
  }
}

/** Marks one line of one's own inbox as read, or as unread again. NOT_FOUND for anybody else's. */
export async function markNotification(
  context: Context,
  input: { notification: string } & MarkNotification,
): Promise<void> {
  requirePermission(context, "inbox.mark");
  const { read } = markNotificationSchema.parse(input);
  const own = ownLines(context);
  await inTransaction(context, async (context) => {
    const line = await context.db.notification.findFirst({ where: { ...own, id: input.notification } });
    if (!line) throw new AppError("NOT_FOUND", "There is no such line in your inbox.");
    const { count } = await context.db.notification.updateMany({
      where: { ...own, id: line.id, readAt: read ? null : { not: null } },
      data: { readAt: read ? context.now() : null },
    });
    if (count > 0) await notify(context, { topic: "inbox", ...own });
  });
}

/** Marks all that somebody has seen as read, or all about one thing. What came in meanwhile stays as it is. */
export async function markAllRead(context: Context, input: MarkAllRead): Promise<void> {
  requirePermission(context, "inbox.mark");
  const { upTo, review, import: ofImport } = markAllReadSchema.parse(input);
  const own = ownLines(context);
  const about = [
    ...(review === undefined ? [] : [{ data: { path: ["review", "number"], equals: review } }]),
    ...(ofImport === undefined ? [] : [{ data: { path: ["import"], equals: ofImport } }]),
  ];
  await inTransaction(context, async (context) => {
    const { count } = await context.db.notification.updateMany({
      where: { ...own, readAt: null, ...(upTo === undefined ? {} : { id: { lte: upTo } }), AND: about },
      data: { readAt: context.now() },
    });
    if (count > 0) await notify(context, { topic: "inbox", ...own });
  });
}

const ownLines = ({ workspace, actor }: Context) => ({ workspaceId: workspace.id, userId: actor.userId });
