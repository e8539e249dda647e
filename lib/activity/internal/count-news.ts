import { type ActivityFact, countActivity, sumActivity, takeBack } from "@/lib/runtime/count-activity";
import type { SessionEvent } from "@/lib/runtime/events";

type Options = Omit<Parameters<typeof countActivity>[1], "runId">;

/**
 * What the turns with news amount to now, less what they amounted to when they were counted last: a turn in which a skill
 * was not chosen is taken back when it is chosen later.
 */
export function countNews(
  events: readonly SessionEvent[],
  isCounted: (event: SessionEvent) => boolean,
  options: Options,
): ActivityFact[] {
  const before = events.filter(isCounted);
  const runs = new Set(events.filter((event) => !isCounted(event)).map(({ runId }) => runId));
  return sumActivity(
    [...runs].flatMap((runId) => [
      ...countActivity(events, { ...options, runId }),
      ...takeBack(countActivity(before, { ...options, runId })),
    ]),
  );
}
