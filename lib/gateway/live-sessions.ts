import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { storableMoment } from "@/lib/kernel/storable-moment";
import { findPeople, type PersonOf } from "@/lib/people/find-people";
import { wireProtocols } from "./gateway-options";
import {
  type ListLiveSessions,
  type LiveSession,
  type LiveSessionList,
  listLiveSessionsSchema,
} from "./live-schema";

const withKey = { key: { select: { id: true, name: true, userId: true, isShared: true } } } as const;
type Row = Prisma.LiveSessionGetPayload<{ include: typeof withKey }>;

const place = z.tuple([storableMoment, z.uuid()]);
const protocol = z.enum(wireProtocols);

/** One's own and shared ones: what somebody tells their host is for who holds its key to show. */
export const visibleSessions = ({ workspace, actor }: Context) => ({
  workspaceId: workspace.id,
  key: { OR: [{ userId: actor.userId }, { isShared: true }] },
});

/** The same for news of one: the only person who may hear of it; null for everybody. */
export const onlyViewer = ({ isShared, userId }: { isShared: boolean; userId: string }): string | null =>
  isShared ? null : userId;

/** Conversations of live hosts that the actor may see, the most recently used first. */
export async function listLiveSessions(context: Context, input: ListLiveSessions): Promise<LiveSessionList> {
  requirePermission(context, "gateway.read");
  const { cursor, limit } = listLiveSessionsSchema.parse(input);
  const [lastAt, id] = cursor === undefined ? [] : decodeCursor(cursor, place);
  const before =
    lastAt === undefined
      ? {}
      : { OR: [{ lastAt: { lt: new Date(lastAt) } }, { lastAt: new Date(lastAt), id: { lt: id ?? "" } }] };
  const rows = await context.db.liveSession.findMany({
    where: { AND: [visibleSessions(context), before] },
    orderBy: [{ lastAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: withKey,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const personOf = await findPeople(
    context,
    page.map(({ key }) => key.userId),
  );
  return {
    items: page.map((row) => toLiveSession(row, personOf)),
    nextCursor: rows.length > limit && last ? encodeCursor([last.lastAt.toISOString(), last.id]) : null,
  };
}

/** NOT_FOUND for one of another workspace, and for one of somebody else that is not shared. */
export async function getLiveSession(
  context: Context,
  { session }: { session: string },
): Promise<LiveSession> {
  requirePermission(context, "gateway.read");
  const row = z.uuid().safeParse(session).success
    ? await context.db.liveSession.findFirst({
        where: { AND: [visibleSessions(context), { id: session }] },
        include: withKey,
      })
    : null;
  if (!row) throw new AppError("NOT_FOUND", "There is no such conversation of a host.");
  return toLiveSession(row, await findPeople(context, [row.key.userId]));
}

const toLiveSession = (row: Row, personOf: PersonOf): LiveSession => ({
  id: row.id,
  protocol: protocol.parse(row.protocol),
  host: row.host,
  hostVersion: row.hostVersion,
  key: { id: row.key.id, name: row.key.name },
  person: personOf(row.key.userId),
  isShared: row.key.isShared,
  exchangeCount: row.exchangeCount,
  startedAt: row.startedAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
});
