import "server-only";
import { type BusMessage, busChannel } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { asOneStatement } from "@/lib/db/transaction";
import { toStorable } from "@/lib/kernel/to-storable";
import type { SessionEvent } from "@/lib/runtime/events";
import type { Settlement } from "../adapters/run-spending";
import type { Decided } from "../trials/decide-trial";
import type { Used } from "../trials/trial-meter";
import type { TakenTrial } from "./take-trials";

type Finished = {
  trial: TakenTrial;
  owner: string;
  decided: Decided;
  used: Used;
  /** Of its answers, and not settled yet. */
  due: Settlement;
  durationMs: number;
  events: readonly SessionEvent[];
};

/**
 * `othersWait`: other trials of its run have not begun, so that this one was not its last: whoever ends the last one
 * asks whether the run has ended, and so does each server every few seconds.
 */
type Ended = { othersWait: boolean };

/**
 * Ends a trial, once: null when it is not this server's any more, or when its run has ended meanwhile. The run's row is
 * held, so that no trial ends in a run that was judged. Tokens and costs add to what attempts that were broken off had
 * asked. What is due is settled with it; what else was set aside counts as spent: its request may have gone out.
 */
export async function finishTrial({ db }: DatabaseContext, finished: Finished): Promise<Ended | null> {
  const { trial, owner, decided, used, due, durationMs, events } = finished;
  const { outcome, activated, by, activatedBy } = decided;
  const { reason = null, message = null } = decided.invalid ?? {};
  const { workspaceId, suiteRunId } = trial;
  const told = { topic: "proof", workspaceId, suiteRunId, trialEnded: true } as const satisfies BusMessage;
  const [done = null] = await asOneStatement(
    () => db.$queryRaw<Ended[]>`
    WITH held AS (
      SELECT id, "suiteRunId", "reservedUsd" FROM "Trial"
      WHERE id = ${trial.id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'
        AND EXISTS (SELECT FROM "SuiteRun" WHERE id = ${suiteRunId}::uuid AND state = 'running' FOR NO KEY UPDATE)
      FOR NO KEY UPDATE
    ), unsettled AS (
      UPDATE "SuiteRun" run SET "reservedUsd" = run."reservedUsd" - held."reservedUsd",
        "spentUsd" = run."spentUsd" + held."reservedUsd" - ${due.reservedUsd}::numeric + ${due.spentUsd}::numeric
      FROM held WHERE run.id = held."suiteRunId" AND (held."reservedUsd" > 0 OR ${due.spentUsd}::numeric > 0)
    ), done AS (
      UPDATE "Trial" one SET "reservedUsd" = 0, state = ${outcome === "invalid" ? "invalid" : "done"}, "leaseOwner" = NULL, "leaseUntil" = NULL,
        outcome = ${outcome}, reason = ${reason}, message = ${message && toStorable(message)},
        grades = ${decided.grades === undefined ? null : JSON.stringify(decided.grades)}::json,
        activated = ${activated}::text[], by = ${by}, "activatedBy" = ${activatedBy},
        asked = one.asked + ${used.asked}::int, kept = ${used.kept}::int,
        "keptSkill" = ${used.keptFrom?.skill ?? null}, "keptNumber" = ${used.keptFrom?.number ?? null}::int,
        "inputTokens" = one."inputTokens" + ${used.tokens.input}::int,
        "outputTokens" = one."outputTokens" + ${used.tokens.output}::int,
        "cachedTokens" = one."cachedTokens" + ${used.tokens.cached}::int,
        "costUsd" = CASE WHEN one.asked = 0 THEN ${used.costUsd}::numeric ELSE one."costUsd" + ${used.costUsd}::numeric END,
        "durationMs" = ${Math.round(durationMs)}::int, events = ${JSON.stringify(events)}::json,
        "endedAt" = clock_timestamp()
      FROM held WHERE one.id = held.id
      RETURNING one.id
    )
    SELECT pg_notify(${busChannel}::text, ${JSON.stringify(told)}::text)::text, EXISTS (
      SELECT FROM "Trial" other WHERE other."suiteRunId" = ${suiteRunId}::uuid AND other.state = 'queued'
    ) AS "othersWait" FROM done`,
  );
  return done && { othersWait: done.othersWait };
}
