import type { ActivityGroup } from "@/lib/activity/schema";
import { dayMs } from "@/lib/kernel/durations";
import type { ActivityOutcome } from "@/lib/runtime/count-activity";

/** Every day of the period in order, those on which nothing happened too. */
export function daysOf({ from, through }: { from: string; through: string }): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(through); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** How often an outcome came on each of these days. */
export function countsOf(
  { days: told }: Pick<ActivityGroup, "days">,
  outcome: ActivityOutcome,
  days: readonly string[],
): number[] {
  const counts = new Map(
    told.flatMap((one) => (one.outcome === outcome ? [[one.day, one.count] as const] : [])),
  );
  return days.map((day) => counts.get(day) ?? 0);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "5 Nov": days are of UTC and carry no time. */
export const dayWords = (day: string): string =>
  `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1] ?? ""}`;

/** Up to five days, the first and the last among them, to write below a plot. */
export function ticksOf(days: readonly string[]): string[] {
  const most = Math.min(5, days.length);
  const last = days.length - 1;
  return Array.from(
    { length: most },
    (_, at) => days[most === 1 ? 0 : Math.round((at * last) / (most - 1))] ?? "",
  );
}
