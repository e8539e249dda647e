import "server-only";
import type { DatabaseContext, Tx } from "@/lib/db/client";
import { leaseFromSql } from "@/lib/db/lease";
import { sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import type { NewEvent, PayloadOf, SessionEvent } from "@/lib/runtime/events";
import type { EventLog, NewReceipt, Receipt } from "@/lib/runtime/ports";
import { traceRun } from "@/lib/telemetry/trace-run";
import { toEvent } from "../internal/read-events";
import { noteEvent } from "../note-event";
import { appendEvent, type RunPlace, whileHeldBy } from "../writes/append-event";

/** The run is no longer ours to write to: it was marked interrupted, or its conversation was deleted. */
export class RunLostError extends Error {
  override readonly name = "RunLostError";
}

/** One exchange with a model; `lib/models` says what its parts are. */
export type KeptExchange = { request: unknown; parts: unknown; response: unknown };

/** How long a server is believed alive after its last sign. */
export const leaseMs = 15_000;
export const renewalMs = 4_000;

/** The one writer of a run's events, as long as `owner` holds its lease. */
export class RunLog implements EventLog {
  /** Everything of the branch up to here is known. What is written here may come after what another process wrote. */
  private knownThrough: number;

  constructor(
    private readonly db: Tx,
    readonly place: RunPlace,
    private readonly owner: string,
    private readonly branchEvents: SessionEvent[],
  ) {
    this.knownThrough = branchEvents.at(-1)?.seq ?? 0;
  }

  events(): readonly SessionEvent[] {
    return this.branchEvents;
  }

  /** Throws RunLostError when the run has ended otherwise. */
  async append(event: NewEvent): Promise<SessionEvent> {
    return this.written(await appendEvent({ db: this.db }, this.place, event, this.guard()));
  }

  async appendActivation(
    receipt: NewReceipt,
    decide: (held: readonly Receipt[]) => NewEvent,
  ): Promise<SessionEvent> {
    const { branchId, conversationId, workspaceId, turn } = this.place;
    const stored = await inTransaction({ db: this.db }, async (context) => {
      // The guard's lock on the run makes parallel activations queue here, so `decide` sees what is committed.
      await context.db.$queryRaw(this.guard());
      const held = await context.db.receipt.findMany({
        where: { branchId, skillId: receipt.skillId, workspaceId },
        select: { textSha256: true, arguments: true, turn: true, seq: true },
      });
      if (held.length > 0) await this.catchUp(context);
      const event = decide(held);
      const added = await appendEvent(context, this.place, event, this.guard());
      if (!added || event.type === "skill-already-active") return added;
      const { skillId, textSha256 } = receipt;
      const newest = { arguments: receipt.arguments, tokens: receipt.tokens, seq: added.seq, turn };
      await context.db.receipt.upsert({
        where: { branchId_skillId_textSha256: { branchId, skillId, textSha256 } },
        create: { workspaceId, conversationId, branchId, skillId, textSha256, ...newest },
        update: newest,
      });
      return added;
    });
    return this.written(stored);
  }

  /** Ends the run with its one run-finished. False when it had ended already. */
  async finish(payload: PayloadOf<"run-finished">): Promise<boolean> {
    const ending = sql`
      UPDATE "Run" SET state = ${payload.outcome}::"RunState",
        answer = ${payload.answer?.kind ?? null}::"AnswerKind", "finishedAt" = clock_timestamp()
      WHERE id = ${this.place.runId}::uuid AND state = 'running' AND "leaseOwner" = ${this.owner}
      RETURNING id`;
    const event = await appendEvent({ db: this.db }, this.place, { type: "run-finished", payload }, ending);
    if (event) {
      this.branchEvents.push(event);
      noteEvent(event);
      traceRun(this.place.runId, this.branchEvents);
    }
    return event !== null;
  }

  /** Says that this server still lives. Answers whether the run is still ours, and whether it should stop. */
  async renewLease(): Promise<{ held: boolean; stopRequested: boolean }> {
    const rows = await this.db.$queryRaw<{ stopRequested: boolean }[]>`
      UPDATE "Run" SET "leaseUntil" = ${leaseFromSql(leaseMs)}
      WHERE id = ${this.place.runId}::uuid AND state = 'running' AND "leaseOwner" = ${this.owner}
      RETURNING "stopRequested"`;
    return { held: rows.length > 0, stopRequested: rows[0]?.stopRequested ?? false };
  }

  /** What one step sent and got, secrets taken out before; what is kept of a step first stays. */
  async keepExchange(step: number, exchange: KeptExchange): Promise<void> {
    const { runId, workspaceId, conversationId } = this.place;
    const { request, parts, response } = exchange;
    await this.db.$executeRaw`
      INSERT INTO "ModelExchange" ("runId", step, "workspaceId", "conversationId", request, parts, response, at)
      SELECT ${runId}::uuid, ${step}::int, ${workspaceId}::uuid, ${conversationId}::uuid,
        ${JSON.stringify(request)}::json, ${JSON.stringify(parts)}::json, ${JSON.stringify(response)}::json,
        clock_timestamp()
      WHERE EXISTS (SELECT FROM "Conversation" WHERE id = ${conversationId}::uuid)
      ON CONFLICT DO NOTHING`;
  }

  /** What another process has written to this branch, so that `decide` sees the prompt as it is and not as it was. */
  private async catchUp({ db }: DatabaseContext): Promise<void> {
    const { branchId, workspaceId } = this.place;
    const rows = await db.event.findMany({
      where: { branchId, workspaceId, seq: { gt: this.knownThrough } },
      orderBy: { seq: "asc" },
    });
    for (const row of rows) this.remember(toEvent(row));
    this.knownThrough = Math.max(this.knownThrough, rows.at(-1)?.seq ?? 0);
  }

  private guard() {
    return whileHeldBy(this.place.runId, this.owner);
  }

  private written(event: SessionEvent | null): SessionEvent {
    const known = this.remember(event);
    noteEvent(known);
    return known;
  }

  private remember(event: SessionEvent | null): SessionEvent {
    if (!event) throw new RunLostError(`Run ${this.place.runId} is no longer this server's.`);
    // Two appends at once may answer in the other order; what prompts are made of must be in seq's.
    const after = this.branchEvents.findLastIndex(({ seq }) => seq < event.seq);
    if (this.branchEvents[after + 1]?.seq !== event.seq) this.branchEvents.splice(after + 1, 0, event);
    if (event.seq === this.knownThrough + 1) this.knownThrough = event.seq;
    return event;
  }
}
