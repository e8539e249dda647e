import { performance } from "node:perf_hooks";

const everyMs = 100;
/** A timer that comes no later than this met a loop that was free. */
const lateMs = 50;
/** As long as this a server is looked at: longer than from its first line to its first request. */
const inARow = 15;

type Clock = { now: () => number; sleep: (ms: number) => Promise<unknown> };
const system: Clock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Resolves once this thread's timers come in time for a while, or after `mostMs`. While a server loads its modules they
 * come seconds late, and a limit of a few seconds ends what is well: the answer has come, but nobody has read it yet.
 */
export async function whenTimely(mostMs: number, { now, sleep }: Clock = system): Promise<void> {
  const endMs = now() + mostMs;
  let timely = 0;
  while (timely < inARow && now() < endMs) {
    const askedMs = now();
    await sleep(everyMs);
    timely = now() - askedMs - everyMs <= lateMs ? timely + 1 : 0;
  }
}
