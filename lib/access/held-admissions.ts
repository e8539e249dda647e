import "server-only";
import { LRUCache } from "lru-cache";
import { hearsOthers, isTelling, subscribe } from "@/lib/db/bus";

/** Even where a notice was lost without anybody's knowing, what has ended opens nothing for longer. */
const longestMs = 1_000;
const mostHeld = 10_000;
/** What ends or changes what a secret opens is told as one of these. */
const topics = ["members", "agents"] as const;

type Opened = { workspaceId: string; expiresAt: Date | null };

/**
 * What secrets were found to open a moment ago, of this process; for reading what is delivered alone. Servers tell each
 * other of what ends, one that cannot hear the others holds nothing, and one that tells of a change itself holds nothing
 * of that workspace until it has heard of it. Wrong secrets are not held.
 */
export class HeldAdmissions<T extends Opened> {
  private readonly held: LRUCache<string, T>;
  /** How often something was forgotten: what was looked up meanwhile may be older than that. */
  private forgotten = 0;

  /** `clock`: milliseconds that only ever go on. */
  constructor(private readonly clock: () => number = () => performance.now()) {
    // Each question reads the clock: a moment's delay of the cache would come on top.
    this.held = new LRUCache({ max: mostHeld, ttl: longestMs, ttlResolution: 0, perf: { now: clock } });
    const forget = (workspaceId: string | null) => {
      this.forgotten += 1;
      for (const [key, opened] of this.held.entries())
        if (workspaceId === null || opened.workspaceId === workspaceId) this.held.delete(key);
    };
    for (const topic of topics) subscribe(topic, (moved) => forget(moved.workspaceId));
    subscribe(
      "clear-caches",
      () => forget(null),
      () => forget(null),
    );
  }

  /** What `find` answers now, or answered less than a second ago; `mayHold` says which answers are kept at all. */
  async open(
    key: string,
    now: Date,
    { find, mayHold = () => true }: { find: () => Promise<T | null>; mayHold?: (found: T) => boolean },
  ): Promise<T | null> {
    const known = this.held.get(key);
    if (known && isSettled(known) && (known.expiresAt === null || known.expiresAt > now)) return known;
    const [start, before] = [this.clock(), this.forgotten];
    const found = await find();
    if (found && mayHold(found) && before === this.forgotten && isSettled(found))
      this.held.set(key, found, { start });
    return found;
  }
}

const isSettled = ({ workspaceId }: Opened): boolean => hearsOthers() && !isTelling(topics, workspaceId);
