import type { SessionEvent } from "@/lib/runtime/events";

/** The log with what has arrived since: in order of seq, nothing twice, the same list when nothing is new. */
export function appendEvents(
  known: readonly SessionEvent[],
  arrived: readonly SessionEvent[],
): readonly SessionEvent[] {
  const last = known.at(-1)?.seq ?? 0;
  const news = arrived.filter(({ seq }) => seq > last).sort((left, right) => left.seq - right.seq);
  const unique = news.filter(({ seq }, at) => at === 0 || seq !== news[at - 1]?.seq);
  return unique.length === 0 ? known : [...known, ...unique];
}
