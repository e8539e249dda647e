import { LRUCache } from "lru-cache";

export type RateLimit = {
  /** So many at once. */
  burst: number;
  /** So many more each second, for ever. */
  perSecond: number;
};

/** Who was not asked for longest is forgotten past so many. */
const mostKnown = 20_000;

type Bucket = { left: number; at: number };

/** How often each of many may ask, in this process's memory: a bucket each, which fills again while nobody asks. */
export class RateBuckets {
  private readonly buckets: LRUCache<string, Bucket>;

  constructor(
    private readonly limit: RateLimit,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.buckets = new LRUCache({ max: mostKnown });
  }

  /** Takes one. Milliseconds until there is one when there is none, and then nothing was taken; 0 otherwise. */
  take(key: string): number {
    const bucket = this.filled(key);
    this.buckets.set(key, bucket);
    if (bucket.left < 1) return this.waitOf(bucket);
    bucket.left -= 1;
    return 0;
  }

  /** The same without taking any. */
  wait(key: string): number {
    const bucket = this.filled(key);
    return bucket.left < 1 ? this.waitOf(bucket) : 0;
  }

  has(key: string): boolean {
    return this.buckets.has(key);
  }

  forget(key: string): void {
    this.buckets.delete(key);
  }

  private waitOf({ left }: Bucket): number {
    return ((1 - left) / this.limit.perSecond) * 1000;
  }

  private filled(key: string): Bucket {
    const { burst, perSecond } = this.limit;
    const at = this.now();
    const before = this.buckets.get(key);
    if (!before) return { left: burst, at };
    return { left: Math.min(burst, before.left + ((at - before.at) / 1000) * perSecond), at };
  }
}
