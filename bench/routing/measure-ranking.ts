/** How a search did over queries of which the right answers are known. Shares of 1; milliseconds. */
export type Ranking = {
  queries: number;
  hitAt1: number;
  hitAt5: number;
  /** Mean of 1 / place of the first right answer. */
  reciprocalRank: number;
  p95Ms: number;
};

export type Query = { text: string; answers: ReadonlySet<string> };

/** `rank` answers ids, best first. */
export function measureRanking(queries: readonly Query[], rank: (text: string) => string[]): Ranking {
  const places: number[] = [];
  const times: number[] = [];
  for (const { text, answers } of queries) {
    const startedAt = performance.now();
    const found = rank(text);
    times.push(performance.now() - startedAt);
    places.push(found.findIndex((id) => answers.has(id)) + 1);
  }
  const share = (holds: (place: number) => boolean) => places.filter(holds).length / places.length;
  times.sort((left, right) => left - right);
  return {
    queries: queries.length,
    hitAt1: share((place) => place === 1),
    hitAt5: share((place) => place >= 1 && place <= 5),
    reciprocalRank: places.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / places.length,
    p95Ms: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}
