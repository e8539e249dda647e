import type { NewEvent, PayloadOf, SessionEvent } from "@/lib/runtime/events";
import type { EventLog, NewReceipt, Receipt } from "@/lib/runtime/ports";
import { receiptsOf } from "@/lib/runtime/receipts-of";
import type { RunPlace } from "@/lib/sessions/writes/append-event";

type StepMarks = (step: number) => Pick<PayloadOf<"model-step">, "kept">;

/** The log of one trial, in memory until the trial is ended whole. It belongs to one session and to nobody else. */
export class TrialLog implements EventLog {
  private readonly all: SessionEvent[] = [];

  constructor(
    readonly place: RunPlace,
    private readonly marksOf: StepMarks,
    private readonly now: () => Date = () => new Date(),
  ) {}

  events(): readonly SessionEvent[] {
    return this.all;
  }

  async append(event: NewEvent): Promise<SessionEvent> {
    const { workspaceId: _, ...place } = this.place;
    const placed: SessionEvent = {
      ...(event.type === "model-step"
        ? { type: event.type, payload: { ...event.payload, ...this.marksOf(event.payload.step) } }
        : event),
      ...place,
      seq: this.all.length + 1,
      at: this.now().toISOString(),
    };
    this.all.push(placed);
    return placed;
  }

  appendActivation(
    { skillId }: NewReceipt,
    decide: (held: readonly Receipt[]) => NewEvent,
  ): Promise<SessionEvent> {
    return this.append(decide(receiptsOf(this.all, skillId)));
  }

  async finish(payload: PayloadOf<"run-finished">): Promise<boolean> {
    await this.append({ type: "run-finished", payload });
    return true;
  }
}
