import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { emptySql, sql } from "@/lib/db/sql";
import { log } from "@/lib/platform/log";
import { summariseRun } from "@/lib/runtime/summarise-run";
import { traceRun } from "@/lib/telemetry/trace-run";
import { toEvent } from "../internal/read-events";
import { noteEvent } from "../note-event";
import { isDeadSql } from "../run-lease";
import { appendEvent } from "../writes/append-event";

/**
 * Ends runs whose server has stopped renewing their lease, as interrupted, with all they had written. Any server
 * may call it at any time: of several, one ends a run. Answers how many it ended.
 */
export async function interruptExpiredRuns(
  context: DatabaseContext,
  scope: { conversationId?: string } = {},
): Promise<number> {
  const within = scope.conversationId
    ? sql`AND run."conversationId" = ${scope.conversationId}::uuid`
    : emptySql;
  const expired = await context.db.$queryRaw<{ id: string; workspaceId: string }[]>`
    SELECT run.id, run."workspaceId" FROM "Run" run WHERE ${isDeadSql} ${within}`;
  const ended = await Promise.all(expired.map((run) => interrupt(context, run)));
  return ended.filter(Boolean).length;
}

async function interrupt(
  context: DatabaseContext,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<boolean> {
  const rows = await context.db.event.findMany({
    where: { runId: id, workspaceId },
    orderBy: { seq: "asc" },
  });
  const last = rows.at(-1);
  // A run and its first event are committed together, so there is one.
  if (!last) return false;
  const ending = sql`
    UPDATE "Run" run SET state = 'interrupted', "finishedAt" = clock_timestamp()
    WHERE run.id = ${id}::uuid AND ${isDeadSql}
    RETURNING run.id`;
  const { conversationId, branchId, turn, traceId } = last;
  const payload = {
    outcome: "interrupted" as const,
    error: { code: "SERVER_LOST", message: "The server that ran this stopped. What it had written is kept." },
    totals: summariseRun(rows.map(toEvent), last.at),
  };
  const place = { runId: id, turn, branchId, conversationId, workspaceId, traceId };
  const event = await appendEvent(context, place, { type: "run-finished", payload }, ending);
  if (!event) return false;
  noteEvent(event);
  traceRun(id, [...rows.map(toEvent), event]);
  log.warn({ runId: id, traceId }, "marked a run interrupted: its server's lease had expired");
  return true;
}
