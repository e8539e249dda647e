import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { keptParts } from "@/lib/gateway/gateway-options";
import { readGatewaySettings } from "@/lib/gateway/gateway-settings";
import { AppError } from "@/lib/kernel/app-error";
import { storableMoment } from "@/lib/kernel/storable-moment";
import { findPeople } from "@/lib/people/find-people";
import type { EventList } from "@/lib/sessions/schema";
import { endOfExpired } from "./end-of-expired";
import { listServedRows } from "./internal/served-logs";
import { toServedSession, withNames } from "./internal/served-rows";
import {
  type ListServed,
  type ListServedEvents,
  listServedEventsSchema,
  listServedSchema,
  type ServedSession,
  type ServedSessionList,
} from "./schema";

const place = z.tuple([storableMoment, z.uuid()]);

/**
 * A program sees those of its key; a person those of the keys that act as them, and whoever manages keys everybody's: as
 * in the list of keys.
 */
export const visibleServed = (context: Context) => {
  const { actor, workspace } = context;
  const own = { workspaceId: workspace.id };
  if (actor.key?.scopes.includes("deliver")) return { ...own, keyId: actor.key.id };
  return isAllowed(context, "keys.manage") ? own : { ...own, key: { userId: actor.userId } };
};

/** Of a workspace that keeps nothing, what has to be there while it is open is shown to nobody. */
const areShown = async (context: Context): Promise<boolean> =>
  keptParts[(await readGatewaySettings(context)).keeps].exchanges;

/** The most recently used first. */
export async function listServedSessions(context: Context, input: ListServed): Promise<ServedSessionList> {
  requirePermission(context, "served.read");
  const { cursor, limit } = listServedSchema.parse(input);
  if (!(await areShown(context))) return { items: [], nextCursor: null };
  const [lastAt, id] = cursor === undefined ? [] : decodeCursor(cursor, place);
  const before =
    lastAt === undefined
      ? {}
      : { OR: [{ lastAt: { lt: new Date(lastAt) } }, { lastAt: new Date(lastAt), id: { lt: id ?? "" } }] };
  const rows = await context.db.servedSession.findMany({
    where: { AND: [visibleServed(context), before] },
    orderBy: [{ lastAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: withNames,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const userIds = page.map(({ key }) => key.userId);
  const personOf = await findPeople(context, userIds);
  return {
    items: page.map((row) => toServedSession(row, personOf, context.now())),
    nextCursor: rows.length > limit && last ? encodeCursor([last.lastAt.toISOString(), last.id]) : null,
  };
}

/** NOT_FOUND for one of another workspace, and for one of a key that is not the asker's to see. */
export async function getServedSession(
  context: Context,
  { session }: { session: string },
): Promise<ServedSession> {
  const row = await requireVisible(context, session);
  return toServedSession(row, await findPeople(context, [row.key.userId]), context.now());
}

/** The log, as that of a rehearsal is read. Of a session that nobody ended it is said when it did. */
export async function listServedEvents(
  context: Context,
  input: ListServedEvents & { session: string },
): Promise<EventList> {
  const row = await requireVisible(context, input.session);
  const { after, limit } = listServedEventsSchema.parse(input);
  const events = await listServedRows(context, { id: row.id, after, limit });
  const last = events.at(-1)?.seq ?? after;
  const isWhole = last >= row.lastSeq;
  const items =
    isWhole && events.length < limit ? [...events, ...endOfExpired(row, events, context.now())] : events;
  return { items, nextAfter: isWhole ? null : last };
}

async function requireVisible(context: Context, session: string) {
  requirePermission(context, "served.read");
  const row =
    z.uuid().safeParse(session).success && (await areShown(context))
      ? await context.db.servedSession.findFirst({
          where: { AND: [visibleServed(context), { id: session }] },
          include: withNames,
        })
      : null;
  if (!row) throw new AppError("NOT_FOUND", "There is no such session of an agent’s program here.");
  return row;
}
