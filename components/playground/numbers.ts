const count = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** 1204 -> "1,204". */
export const formatCount = (value: number): string => count.format(value);

/** "1 token", "1,204 tokens". */
export const tokens = (value: number): string => plural(value, "token");

/** "1 skill", "6 skills". */
export const plural = (value: number, noun: string): string =>
  `${formatCount(value)} ${noun}${value === 1 ? "" : "s"}`;

/** "+329", "-12", "0": a change, with its sign. */
export const formatChange = (value: number): string =>
  value === 0 ? "0" : `${value > 0 ? "+" : "−"}${formatCount(Math.abs(value))}`;

/** Under a second in whole milliseconds, then in tenths of a second, then in minutes. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 950) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** 2.1 KB in tokens' neighbourhood: axis labels, "0", "500", "2k". */
export const formatAxis = (value: number): string =>
  value >= 1000 ? `${Number((value / 1000).toFixed(1))}k` : String(value);
