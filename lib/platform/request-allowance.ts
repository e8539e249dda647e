import { LRUCache } from "lru-cache";

/** `burst`: at once, after a rest. `perSecond`: what comes back. */
export type AllowanceLimits = { burst: number; perSecond: number };

type Left = { count: number; at: number };

/**
 * How many requests somebody may still send: a bucket for each, which fills again by itself. Times are in milliseconds;
 * who was not seen for longest is forgotten past 20,000.
 */
export class RequestAllowance {
  private readonly left = new LRUCache<string, Left>({ max: 20_000 });

  constructor(
    private readonly limits: AllowanceLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one. 0 when it was there, else the whole seconds until the next one is. */
  take(who: string): number {
    const { count, at } = this.filled(who);
    this.left.set(who, { count: count < 1 ? count : count - 1, at });
    return this.secondsFor(count);
  }

  /** The same without taking any. */
  wait(who: string): number {
    return this.secondsFor(this.filled(who).count);
  }

  /** Whether any was taken for them, and they are remembered. */
  has(who: string): boolean {
    return this.left.has(who);
  }

  forget(who: string): void {
    this.left.delete(who);
  }

  private filled(who: string): Left {
    const { burst, perSecond } = this.limits;
    const at = this.now();
    const before = this.left.get(who) ?? { count: burst, at };
    return { count: Math.min(burst, before.count + ((at - before.at) / 1000) * perSecond), at };
  }

  private secondsFor(count: number): number {
    return count < 1 ? Math.max(1, Math.ceil((1 - count) / this.limits.perSecond)) : 0;
  }
}
