import "server-only";
import { busChannel } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { eventSchema, type NewEvent, type SessionEvent } from "@/lib/runtime/events";

/** Where an event belongs. */
export type RunPlace = {
  runId: string;
  turn: number;
  branchId: string;
  conversationId: string;
  workspaceId: string;
  traceId: string;
};

/**
 * What must hold of the run for the event to be taken, as a statement that locks its row and returns it. Always
 * the run's row first and the conversation's second, here and in every other writer: no deadlocks.
 */
export type RunGuard = Sql;

export const whileHeldBy = (runId: string, owner: string): RunGuard => sql`
  SELECT id FROM "Run"
  WHERE id = ${runId}::uuid AND state = 'running' AND "leaseOwner" = ${owner}
  FOR NO KEY UPDATE`;

/**
 * Appends one event under the next seq and tells all servers, in one statement: the conversation's row lock makes
 * seq gapless and its order the order of commits. Null when the guard finds no run: then nothing has happened.
 */
export async function appendEvent(
  { db }: DatabaseContext,
  place: RunPlace,
  event: NewEvent,
  guard: RunGuard,
): Promise<SessionEvent | null> {
  const { conversationId, workspaceId, branchId, runId, turn, traceId } = place;
  const rows = await db.$queryRaw<{ seq: number; at: Date }[]>`
    WITH run AS (${guard}), place AS (
      UPDATE "Conversation" SET "lastSeq" = "lastSeq" + 1
      WHERE id = ${conversationId}::uuid AND "workspaceId" = ${workspaceId}::uuid AND EXISTS (SELECT 1 FROM run)
      RETURNING "lastSeq" AS seq
    ), added AS (
      INSERT INTO "Event" ("conversationId", seq, "workspaceId", "branchId", "runId", turn, type, payload, "traceId", at)
      SELECT ${conversationId}::uuid, seq, ${workspaceId}::uuid, ${branchId}::uuid, ${runId}::uuid, ${turn}::int,
        ${event.type}::text, ${JSON.stringify(event.payload)}::json, ${traceId}::text, clock_timestamp()
      FROM place
      RETURNING seq, at
    )
    SELECT seq, at, pg_notify(${busChannel}::text, json_build_object(
      'topic', 'conversation', 'conversationId', ${conversationId}::text, 'seq', seq)::text)::text AS told
    FROM added`;
  const row = rows[0];
  if (!row) return null;
  return eventSchema.parse({
    ...event,
    seq: row.seq,
    at: row.at.toISOString(),
    conversationId,
    branchId,
    runId,
    turn,
    traceId,
  });
}
