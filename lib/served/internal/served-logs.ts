import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import { eventSchema, type SessionEvent } from "@/lib/runtime/events";

const MiB = 1024 * 1024;
/** About what an event takes beside its texts, in bytes. */
const eachEvent = 1_000;

declare global {
  var greenroomServedLogs: LRUCache<string, readonly SessionEvent[]> | undefined;
}
/** Logs that were read lately, by session. Events never change, so that what is held lacks at most the newest. */
function held(): LRUCache<string, readonly SessionEvent[]> {
  globalThis.greenroomServedLogs ??= new LRUCache({ maxSize: 64 * MiB });
  return globalThis.greenroomServedLogs;
}

type Place = { id: string; lastSeq: number; bytes: number };

/** The log of a session up to its `lastSeq`, in order. Asks nobody for permission. */
export async function readServedLog(
  context: WorkspaceContext,
  { id, lastSeq, bytes }: Place,
): Promise<readonly SessionEvent[]> {
  const known = held().get(id) ?? [];
  if (known.length >= lastSeq) return known.slice(0, lastSeq);
  const rest = await listServedRows(context, { id, after: known.length, limit: lastSeq - known.length });
  const events = [...known, ...rest];
  holdServedLog({ id, bytes }, events);
  return events;
}

export function holdServedLog({ id, bytes }: Omit<Place, "lastSeq">, events: readonly SessionEvent[]): void {
  held().set(id, events, { size: 1 + bytes + events.length * eachEvent });
}

/** Events after a seq, in order. */
export async function listServedRows(
  { db, workspace }: WorkspaceContext,
  { id, after, limit }: { id: string; after: number; limit: number },
): Promise<SessionEvent[]> {
  const rows = await db.servedEvent.findMany({
    where: { sessionId: id, workspaceId: workspace.id, seq: { gt: after } },
    orderBy: { seq: "asc" },
    take: limit,
  });
  return rows.map(({ seq, runId, turn, type, payload, traceId, at }) =>
    eventSchema.parse({
      seq,
      conversationId: id,
      branchId: id,
      runId,
      turn,
      type,
      payload,
      traceId,
      at: at.toISOString(),
    }),
  );
}
