import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import type { Prisma } from "@/lib/db/generated/client";
import { hidePrivate } from "./internal/hide-private";
import { seenNotices } from "./internal/seen-notices";
import {
  type ListNotifications,
  listNotificationsSchema,
  type Notice,
  type Notification,
  type NotificationList,
  noticeSchema,
  type UnreadCount,
} from "./schema";

type Row = Prisma.NotificationGetPayload<object>;
/** Unread ones and read ones are listed apart when unread ones come first. */
type Part = "unread" | "read" | "all";

const mostCounted = 1_000;
const readAtOf = { unread: { readAt: null }, read: { readAt: { not: null } }, all: {} } as const;

/** One's own inbox in this workspace, the newest first; what has not been read before the rest when asked so. */
export async function listNotifications(
  context: Context,
  input: ListNotifications,
): Promise<NotificationList> {
  requirePermission(context, "inbox.own");
  const { unread, unreadFirst, cursor, limit } = listNotificationsSchema.parse(input);
  const parts: readonly Part[] =
    unread === "true" ? ["unread"] : unreadFirst === "true" ? ["unread", "read"] : ["all"];
  const from = cursor === undefined ? null : placeOf(cursor, parts);
  const found: { row: Row; part: Part }[] = [];
  const seen = await seenNotices(context);
  for (const part of from ? parts.slice(parts.indexOf(from.part)) : parts) {
    if (found.length > limit) break;
    const rows = await context.db.notification.findMany({
      where: {
        ...seen,
        ...readAtOf[part],
        ...(from?.part === part ? { id: { lt: from.id } } : {}),
      },
      orderBy: { id: "desc" },
      take: limit + 1 - found.length,
    });
    found.push(...rows.map((row) => ({ row, part })));
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await toNotifications(
      context,
      page.map(({ row }) => row),
    ),
    nextCursor: found.length > limit && last ? encodeCursor([last.part, last.row.id]) : null,
  };
}

export async function countUnread(context: Context): Promise<UnreadCount> {
  requirePermission(context, "inbox.own");
  const where = { ...(await seenNotices(context)), readAt: null };
  return { unread: await context.db.notification.count({ where, take: mostCounted }) };
}

function placeOf(cursor: string, parts: readonly Part[]): { part: Part; id: string } {
  const [part, id] = decodeCursor(cursor, z.tuple([z.enum(parts), z.uuid()]));
  return { part, id };
}

/** A line that a newer server wrote and this one cannot read is left out. */
async function toNotifications(context: Context, rows: readonly Row[]): Promise<Notification[]> {
  const told = rows.flatMap((row) => {
    const notice = noticeSchema.safeParse({ kind: row.kind, data: row.data });
    return notice.success ? [{ row, notice: notice.data }] : [];
  });
  const skillIds = told.flatMap(({ notice }) => skillIdOf(notice) ?? []);
  const skills = await context.db.skill.findMany({
    where: { workspaceId: context.workspace.id, id: { in: skillIds } },
    select: { id: true, name: true },
  });
  const names = new Map(skills.map(({ id, name }) => [id, name]));
  const asSeenNow = await hidePrivate(
    context,
    told.map(({ notice }) => notice),
  );
  return told.map(({ row, notice }) => ({
    id: row.id,
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "" },
    notice: asSeenNow(withNameOfToday(notice, names)),
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }));
}

const skillIdOf = ({ data }: Notice): string | undefined =>
  "skill" in data && data.skill ? data.skill.id : undefined;

/** A skill may have been renamed since: its page is where its name is now. */
function withNameOfToday(notice: Notice, names: ReadonlyMap<string, string>): Notice {
  if (!("skill" in notice.data) || !notice.data.skill) return notice;
  const { id, name } = notice.data.skill;
  return noticeSchema.parse({
    kind: notice.kind,
    data: { ...notice.data, skill: { id, name: names.get(id) ?? name } },
  });
}
