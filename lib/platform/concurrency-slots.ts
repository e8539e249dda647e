/** `each`: at once for one person. `all`: for everybody together on this server. `waiting`: more of one person's, in line. */
export type SlotLimits = { each: number; all: number; waiting: number; waitMs: number };

/** A slot is given back once, however often its `end` is called. */
export type Slot = { ok: true; end: () => void } | { ok: false; reason: "own" | "all" };

type Waiter = { person: string; go: (slot: Slot) => void };

/** Who may begin now: first come, first served, and nobody waits for the many of somebody else. */
export class ConcurrencySlots {
  private readonly held = new Map<string, number>();
  private inAll = 0;
  private line: Waiter[] = [];

  constructor(private readonly limits: SlotLimits) {}

  /** Whether anybody may wait for a slot. */
  get hasLine(): boolean {
    return this.limits.waiting > 0;
  }

  /** At once, or when a slot is free; refused where too many wait, after `waitMs`, and when `signal` aborts. */
  take(person: string, signal: AbortSignal): Promise<Slot> {
    if (this.isFree(person)) return Promise.resolve(this.begin(person));
    const ownInLine = this.line.filter((each) => each.person === person).length;
    if (ownInLine >= this.limits.waiting || signal.aborted) return Promise.resolve(this.refusal(person));
    return this.wait(person, signal);
  }

  private wait(person: string, signal: AbortSignal): Promise<Slot> {
    const { promise, resolve } = Promise.withResolvers<Slot>();
    const waiter = { person, go: resolve };
    const giveUp = () => {
      this.line = this.line.filter((each) => each !== waiter);
      resolve(this.refusal(person));
    };
    const timer = setTimeout(giveUp, this.limits.waitMs);
    signal.addEventListener("abort", giveUp, { once: true });
    this.line.push(waiter);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    });
  }

  private refusal(person: string): Slot {
    return { ok: false, reason: this.of(person) < this.limits.each ? "all" : "own" };
  }

  private of(person: string): number {
    return this.held.get(person) ?? 0;
  }

  private isFree(person: string): boolean {
    return this.of(person) < this.limits.each && this.inAll < this.limits.all;
  }

  private begin(person: string): Slot {
    this.held.set(person, this.of(person) + 1);
    this.inAll += 1;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.giveBack(person);
    };
    return { ok: true, end };
  }

  private giveBack(person: string): void {
    const left = this.of(person) - 1;
    if (left > 0) this.held.set(person, left);
    else this.held.delete(person);
    this.inAll -= 1;
    const next = this.line.find((waiter) => this.isFree(waiter.person));
    if (!next) return;
    this.line = this.line.filter((each) => each !== next);
    next.go(this.begin(next.person));
  }
}
