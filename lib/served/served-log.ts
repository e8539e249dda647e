import type { NewEvent, SessionEvent } from "@/lib/runtime/events";
import type { EventLog, NewReceipt, Receipt } from "@/lib/runtime/ports";
import { receiptsOf } from "@/lib/runtime/receipts-of";
import { summariseRun } from "@/lib/runtime/summarise-run";

/** How much may still be added, in bytes of payloads as JSON, and what is thrown beyond that. */
export type LogRoom = { bytes: number; full: () => Error };

export type ServedPlace = {
  sessionId: string;
  traceId: string;
  now: () => Date;
  /** Several conversations ask in it, and nobody knows which of them heard what. */
  isShared?: boolean;
  /** Any amount when absent. */
  room?: LogRoom;
  /** What stands for the digest of a text with words that are not kept. */
  digest?: (textSha256: string) => string;
};

/** Of events as they are stored, as JSON. */
export const bytesOf = (events: readonly Pick<SessionEvent, "payload">[]): number =>
  events.reduce((sum, { payload }) => sum + Buffer.byteLength(JSON.stringify(payload)), 0);

/**
 * A session's log while one request is answered: what the request adds waits here until all of it is committed at once,
 * or nothing. Receipts are made of the events, which hold all that a receipt says.
 */
export class ServedLog implements EventLog {
  readonly added: SessionEvent[] = [];
  private readonly all: SessionEvent[];
  private runId: string;
  private turn: number;
  private bytes = 0;

  constructor(
    before: readonly SessionEvent[],
    private readonly place: ServedPlace,
  ) {
    this.all = [...before];
    const last = before.at(-1);
    this.runId = last?.runId ?? "";
    this.turn = last?.turn ?? 0;
  }

  events(): readonly SessionEvent[] {
    return this.all;
  }

  /** As it was before an event: what is added to it goes nowhere. */
  before(seq: number): ServedLog {
    const { room: _, ...place } = this.place;
    return new ServedLog(
      this.all.filter((event) => event.seq < seq),
      place,
    );
  }

  /** Everything from here on belongs to a new turn; the one before ends. */
  async startTurn(runId: string): Promise<void> {
    await this.endTurn();
    this.runId = runId;
    this.turn += 1;
  }

  /** Ends the turn, unless it has ended or there is none. */
  async endTurn(): Promise<void> {
    const last = this.all.at(-1);
    if (!last || last.type === "run-finished") return;
    const own = this.all.filter(({ runId }) => runId === this.runId);
    const totals = summariseRun(own, this.place.now());
    await this.append({ type: "run-finished", payload: { outcome: "done", error: null, totals } });
  }

  async append(event: NewEvent): Promise<SessionEvent> {
    const { sessionId, traceId, now, room } = this.place;
    if (room) this.bytes += bytesOf([event]);
    if (room && this.bytes > room.bytes) throw room.full();
    const placed: SessionEvent = {
      ...event,
      seq: (this.all.at(-1)?.seq ?? 0) + 1,
      conversationId: sessionId,
      branchId: sessionId,
      runId: this.runId,
      turn: this.turn,
      traceId,
      at: now().toISOString(),
    };
    this.all.push(placed);
    this.added.push(placed);
    return placed;
  }

  /**
   * As the runtime is to see it. Where several conversations share it, what was activated stays so and each text is given
   * as if it were the first: none is told that it has what another one has, or too much of it.
   */
  forRuntime(): EventLog {
    if (this.place.isShared !== true) return this;
    return {
      events: () => this.all.map(withoutText),
      append: (event) => this.append(event),
      appendActivation: (_, decide) => this.append(decide([])),
    };
  }

  /** Nobody else writes meanwhile: who was slower begins anew with what was written first. */
  async appendActivation(
    { skillId, textSha256 }: NewReceipt,
    decide: (held: readonly Receipt[]) => NewEvent,
  ): Promise<SessionEvent> {
    const receipts = receiptsOf(this.all, skillId);
    const unkept = receipts.length > 0 ? this.place.digest?.(textSha256) : undefined;
    const same = (receipt: Receipt) => (receipt.textSha256 === unkept ? { ...receipt, textSha256 } : receipt);
    return this.append(decide(receipts.map(same)));
  }
}

function withoutText(event: SessionEvent): SessionEvent {
  switch (event.type) {
    case "skill-activated":
      return { ...event, payload: { ...event.payload, result: "" } };
    case "skill-reactivated":
      return { ...event, payload: { ...event.payload, result: "" } };
    case "resource-read":
      return { ...event, payload: { ...event.payload, result: "" } };
    default:
      return event;
  }
}
