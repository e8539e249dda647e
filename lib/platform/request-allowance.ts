import { LRUCache } from "lru-cache";

/** `burst`: at once, after a rest. `perSecond`: what comes back. */
export type AllowanceLimits = { burst: number; perSecond: number };

type Left = { count: number; at: number };

/** How many requests somebody may still send: a bucket for each, which fills again by itself. Times are in milliseconds. */
export class RequestAllowance {
  private readonly left = new LRUCache<string, Left>({ max: 20_000 });

  constructor(
    private readonly limits: AllowanceLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one. 0 when it was there, else the whole seconds until the next one is. */
  take(who: string): number {
    const { burst, perSecond } = this.limits;
    const at = this.now();
    const before = this.left.get(who) ?? { count: burst, at };
    const count = Math.min(burst, before.count + ((at - before.at) / 1000) * perSecond);
    if (count < 1) {
      this.left.set(who, { count, at });
      return Math.max(1, Math.ceil((1 - count) / perSecond));
    }
    this.left.set(who, { count: count - 1, at });
    return 0;
  }
}
