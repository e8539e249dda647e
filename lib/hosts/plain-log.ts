import type { EventOf, NewEvent, SessionEvent } from "@/lib/runtime/events";
import type { EventLog, NewReceipt, Receipt } from "@/lib/runtime/ports";

/** Ids of a log that is nobody's. */
const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** One run's log in memory, for what a dialect would have done. */
export class PlainLog implements EventLog {
  private readonly stored: SessionEvent[] = [];
  private readonly receipts: (Receipt & { skillId: string })[] = [];

  events(): readonly SessionEvent[] {
    return this.stored;
  }

  async append(event: NewEvent): Promise<SessionEvent> {
    return this.add(event);
  }

  async appendActivation(
    { skillId }: NewReceipt,
    decide: (held: readonly Receipt[]) => NewEvent,
  ): Promise<SessionEvent> {
    const added = this.add(decide(this.receipts.filter((held) => held.skillId === skillId)));
    if (added.type === "skill-activated" || added.type === "skill-reactivated") this.keep(added);
    return added;
  }

  private add(event: NewEvent): SessionEvent {
    const added: SessionEvent = {
      ...event,
      seq: this.stored.length + 1,
      conversationId: id(1),
      branchId: id(2),
      runId: id(3),
      turn: 1,
      at: new Date(0).toISOString(),
      traceId: "0".repeat(32),
    };
    this.stored.push(added);
    return added;
  }

  private keep({ seq, turn, payload }: EventOf<"skill-activated"> | EventOf<"skill-reactivated">): void {
    const { textSha256, arguments: given, skill } = payload;
    const at = this.receipts.findIndex(
      (held) => held.skillId === skill.skillId && held.textSha256 === textSha256,
    );
    if (at >= 0) this.receipts.splice(at, 1);
    this.receipts.push({ skillId: skill.skillId, textSha256, arguments: given, turn, seq });
  }
}
