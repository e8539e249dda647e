/** How a program came. */
import { minuteMs } from "@/lib/kernel/durations";
export const servedWays = ["rest", "mcp"] as const;

/** `expired`: nobody asked for too long, or it went on for too long; what it told stays readable. */
export const servedStates = ["open", "ended", "expired"] as const;
export type ServedState = (typeof servedStates)[number];

/** What an answer may be, as its event is called. */
export const servedAnswerKinds = [
  "skill-activated",
  "skill-reactivated",
  "skill-already-active",
  "resource-read",
  "skills-searched",
  "tool-called",
  "request-refused",
] as const;

const MiB = 1024 * 1024;

/** What one session, and the sessions of one key, may be. */
export const servedLimits = {
  /** Without a request. */
  idleMs: 60 * minuteMs,
  /** From its opening, however busy. */
  longestMs: 24 * 60 * minuteMs,
  calls: 2_000,
  turns: 500,
  /** Of its events, as JSON. */
  bytes: 8 * MiB,
  /** At once, of one key. */
  open: 100,
  /** Within a minute, of one key. */
  openedPerMinute: 60,
} as const;

/** When it ends by itself if nobody asks any more. */
export const expiryOf = ({ startedAt, lastAt }: { startedAt: Date; lastAt: Date }): Date =>
  new Date(Math.min(lastAt.getTime() + servedLimits.idleMs, startedAt.getTime() + servedLimits.longestMs));

export function servedStateOf(
  session: { startedAt: Date; lastAt: Date; endedAt: Date | null },
  now: Date,
): ServedState {
  if (session.endedAt !== null) return "ended";
  return expiryOf(session) <= now ? "expired" : "open";
}
