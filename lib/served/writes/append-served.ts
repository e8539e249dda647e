import "server-only";
import type { Context } from "@/lib/access/context";
import { metrics } from "@/lib/platform/metrics";
import { watchedEvent } from "@/lib/runtime/watched-event";
import type { Kept } from "../internal/keep-words";
import { bytesOf } from "../served-log";
import { tellServed } from "../tell-served";

export type Appended = Kept & {
  id: string;
  /** What the log ended with when the answer was made. */
  lastSeq: number;
  calls: number;
  turns: number;
  ends: boolean;
};

/**
 * Writes what one request of the session's own program added, all of it. False where somebody else has written since, or the session was ended: then
 * nothing has happened.
 */
export async function appendServed(
  context: Context,
  { id, lastSeq, events, hasWords, calls, turns, ends }: Appended,
): Promise<boolean> {
  const { db, workspace } = context;
  const now = context.now();
  const { count } = await db.servedSession.updateMany({
    where: { id, workspaceId: workspace.id, lastSeq, endedAt: null },
    data: {
      lastSeq: lastSeq + events.length,
      calls: { increment: calls },
      turns: { increment: turns },
      bytes: { increment: bytesOf(events) },
      lastAt: now,
      ...(ends ? { endedAt: now } : {}),
      ...(hasWords ? { hasWords } : {}),
    },
  });
  if (count === 0) return false;
  for (const { seq, runId, turn, type, payload, traceId, at } of events)
    await db.$executeRaw`
      INSERT INTO "ServedEvent" ("sessionId", seq, "workspaceId", "runId", turn, type, payload, "traceId", at)
      VALUES (${id}::uuid, ${seq}::int, ${workspace.id}::uuid, ${runId}::uuid, ${turn}::int, ${type}::text,
        ${JSON.stringify(payload)}::json, ${traceId}::text, ${at}::timestamptz)`;
  for (const { type } of events) {
    const watched = watchedEvent(type);
    if (watched) metrics().skillEvents.inc({ type: watched, surface: "served" });
  }
  await tellServed(context, { id, ownerId: context.actor.userId });
  return true;
}
