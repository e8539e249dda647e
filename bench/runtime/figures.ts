export type Figure = {
  what: string;
  value: string;
  limit: string;
  /** Null for a figure without a limit of its own. */
  holds: boolean | null;
};

export function median(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Milliseconds of each of `rounds` runs, after a few that nobody counts. */
export async function timesOf(rounds: number, work: (round: number) => unknown): Promise<number[]> {
  for (let round = 0; round < Math.min(5, rounds); round += 1) await work(-1 - round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work(round);
    times.push(performance.now() - startedAt);
  }
  return times;
}

export const under = (what: string, ms: number, limitMs: number): Figure => ({
  what,
  value: `${ms.toFixed(3)} ms`,
  limit: `under ${limitMs} ms`,
  holds: ms < limitMs,
});
