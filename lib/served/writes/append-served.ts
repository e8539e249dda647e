import "server-only";
import type { Context } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";
import type { SessionEvent } from "@/lib/runtime/events";

export type Appended = {
  id: string;
  /** What the log ended with when the answer was made. */
  lastSeq: number;
  events: readonly SessionEvent[];
  calls: number;
  turns: number;
  ends: boolean;
};

/** Of events as they are stored, as JSON. */
export const bytesOf = (events: readonly SessionEvent[]): number =>
  events.reduce((sum, { payload }) => sum + Buffer.byteLength(JSON.stringify(payload)), 0);

/**
 * Writes what one request added, all of it. False where somebody else has written since, or the session was ended: then
 * nothing has happened.
 */
export async function appendServed(
  context: Context,
  { id, lastSeq, events, calls, turns, ends }: Appended,
): Promise<boolean> {
  const { db, workspace } = context;
  const now = context.now();
  const { count } = await db.servedSession.updateMany({
    where: { id, workspaceId: workspace.id, lastSeq, endedAt: null },
    data: {
      lastSeq: lastSeq + events.length,
      ...{ calls: { increment: calls }, turns: { increment: turns }, bytes: { increment: bytesOf(events) } },
      ...{ lastAt: now, ...(ends ? { endedAt: now } : {}) },
    },
  });
  if (count === 0) return false;
  for (const { seq, runId, turn, type, payload, traceId, at } of events)
    await db.$executeRaw`
      INSERT INTO "ServedEvent" ("sessionId", seq, "workspaceId", "runId", turn, type, payload, "traceId", at)
      VALUES (${id}::uuid, ${seq}::int, ${workspace.id}::uuid, ${runId}::uuid, ${turn}::int, ${type}::text,
        ${JSON.stringify(payload)}::json, ${traceId}::text, ${at}::timestamptz)`;
  await notify(context, { topic: "live", workspaceId: workspace.id, sessionId: id, ownerId: null });
  return true;
}
