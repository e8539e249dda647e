/** What one fault came to: what the operator or the caller is told, and whether that is what was promised. */
export type Outcome = {
  fault: string;
  /** What was promised, in words. */
  promised: string;
  /** What was said instead of an answer, or with it. */
  told: string;
  seconds: number;
  /** Null where this machine does not let the fault be made. */
  holds: boolean | null;
};

export type Told = { told: string; holds: boolean | null };

/** Runs one drill and times it; an error of the drill itself is a failure, not the end of the others. */
export async function drill(
  fault: string,
  promised: string,
  run: () => Promise<Told & { seconds?: number }>,
): Promise<Outcome> {
  const startMs = performance.now();
  const result = await run().catch((error: unknown) => ({ told: `the drill broke: ${error}`, holds: false }));
  return { fault, promised, seconds: (performance.now() - startMs) / 1000, ...result };
}

/** Waits until `condition` is true; resolves to the seconds that took, or null when `limitMs` have passed. */
export async function secondsUntil(
  condition: () => Promise<boolean>,
  limitMs: number,
): Promise<number | null> {
  const startMs = performance.now();
  while (performance.now() - startMs < limitMs) {
    if (await condition()) return (performance.now() - startMs) / 1000;
    await pause(50);
  }
  return null;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
