import { performance } from "node:perf_hooks";

/** Shorter windows say more of one request than of the server. */
const windowMs = 250;

type Use = Pick<ReturnType<typeof performance.eventLoopUtilization>, "active" | "idle">;

/**
 * How much of its time this thread has worked, 0 to 1, over a window that ended at most one window ago or is being
 * asked for now. Nothing is measured while nobody asks: the first answer is over all the time before.
 */
export function watchLoop(read: () => Use = () => performance.eventLoopUtilization()): () => number {
  let since: Use = { active: 0, idle: 0 };
  let share = 0;
  return () => {
    const now = read();
    const active = now.active - since.active;
    const all = active + now.idle - since.idle;
    if (all >= windowMs) {
      share = active / all;
      since = { active: now.active, idle: now.idle };
    }
    return share;
  };
}
