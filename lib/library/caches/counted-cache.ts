import { LRUCache } from "lru-cache";
import type { Memo } from "@/lib/runtime/ports";

export type CacheLimits = { bytes: number; ttlMs: number };
export type CacheStatistics = {
  hits: number;
  misses: number;
  /** Thrown out for room or for age; clearing does not count. */
  evictions: number;
  entries: number;
  /** An estimate: two for each character. */
  bytes: number;
};

const bytesPerCharacter = 2;
/** What a key and its bookkeeping take. */
const overheadBytes = 200;

/** The least recently used goes first; bounded in size and age, and it counts what it is good for. */
export class CountedCache<T extends object> implements Memo<T> {
  private readonly held: LRUCache<string, T>;
  private hits = 0;
  private misses = 0;
  private evictions = 0;

  constructor(readonly limits: CacheLimits) {
    this.held = new LRUCache({
      maxSize: limits.bytes,
      ttl: limits.ttlMs,
      dispose: (_value, _key, reason) => {
        if (reason === "evict" || reason === "expire") this.evictions += 1;
      },
    });
  }

  get(key: string): T | undefined {
    const value = this.held.get(key);
    if (value === undefined) this.misses += 1;
    else this.hits += 1;
    return value;
  }

  /** What is larger than the whole cache is not kept. */
  set(key: string, value: T, characters: number): void {
    this.held.set(key, value, { size: overheadBytes + characters * bytesPerCharacter });
  }

  statistics(): CacheStatistics {
    this.held.purgeStale();
    const { hits, misses, evictions } = this;
    return { hits, misses, evictions, entries: this.held.size, bytes: this.held.calculatedSize };
  }

  clear(): void {
    this.held.clear();
  }
}
