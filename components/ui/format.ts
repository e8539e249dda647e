import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import { formatCount, formatNumber } from "@/lib/kernel/format-count";

export { formatCount, formatNumber } from "@/lib/kernel/format-count";

const locale = "en-GB";
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** Writes 1204 as "1,204 tokens". Unless a provider reported them, say "estimate" beside it. */
export const formatTokens = (count: number) => formatCount(count, "token");

/** Writes 329 as "+329", -4 as "−4" and 0 as "0". */
export function formatChange(value: number): string {
  if (value === 0) return "0";
  return value > 0 ? `+${formatNumber(value)}` : `−${formatNumber(-value)}`;
}

/** Counts in 1,024: 41984 bytes are "41 KB", 2150 are "2.1 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = "B";
  for (const larger of units) {
    if (value < 1024) break;
    value /= 1024;
    unit = larger;
  }
  return `${decimals.format(value)} ${unit}`;
}

/** A share between 0 and 1: 0.023 -> "2.3 %". */
export const formatPercent = (share: number) => `${decimals.format(share * 100)} %`;

/** Takes milliseconds: 421 are "0.4 s", 85_000 "1 min 25 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  const rest = whole % 60;
  return rest === 0 ? `${(whole - rest) / 60} min` : `${(whole - rest) / 60} min ${rest} s`;
}

/**
 * Takes US dollars: 0.0213 is "$0.0213", 12.5 is "$12.50". A cost that is not known is "-", which the caller writes.
 */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "$0";
  return dollars >= 1 ? `$${dollars.toFixed(2)}` : `$${dollars.toPrecision(3).replace(/\.?0+$/, "")}`;
}

/** The first 7 characters, as people name a digest. */
export const shortDigest = (digest: string) => digest.slice(0, 7);

const relativeSteps: readonly (readonly [limitMs: number, unitMs: number, unit: string])[] = [
  [hourMs, minuteMs, "min"],
  [dayMs, hourMs, "h"],
  [14 * dayMs, dayMs, "d"],
  [60 * dayMs, 7 * dayMs, "w"],
  [365 * dayMs, 30 * dayMs, "mo"],
];

/**
 * Says in short how long ago it was: "now", "4 min", "3 h", "12 d", "3 w", "4 mo", "2 y". A moment ahead counts as
 * now.
 */
export function formatRelative(then: Date, now: Date): string {
  const age = now.getTime() - then.getTime();
  if (age < minuteMs) return "now";
  const step = relativeSteps.find(([limitMs]) => age < limitMs);
  if (!step) return `${Math.floor(age / (365 * dayMs))} y`;
  return `${Math.floor(age / step[1])} ${step[2]}`;
}

/** Writes the exact moment as "21 Nov 2026, 14:21:08 GMT+1", in `timeZone` or the reader's own. */
export function formatExact(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...(timeZone ? { timeZone } : {}),
  }).format(moment);
}

/** Writes the time of day as "14:21", for things of today. */
export function formatClock(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone ? { timeZone } : {}),
  }).format(moment);
}
