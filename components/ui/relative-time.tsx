"use client";

import { useSyncExternalStore } from "react";
import { formatClock, formatExact, formatRelative } from "./format";
import { useReaderTimeZone } from "./use-is-hydrated";

const tickMs = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock serves every time on the page. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

const currentTick = () => Math.floor(Date.now() / tickMs);

type RelativeTimeProps = {
  /** An ISO string, as the API sends it. */
  at: string | Date;
  /** Appends "ago": for sentences; tables go without. */
  ago?: boolean;
  /** `clock` shows 14:21 instead of the age. */
  as?: "age" | "clock";
  className?: string | undefined;
};

const sayAgo = (age: string): string => (age === "now" ? "just now" : `${age} ago`);

/** Shows "4 min", with the exact moment on hover. */
export function RelativeTime({ at, ago = false, as = "age", className }: RelativeTimeProps) {
  useSyncExternalStore(subscribe, currentTick, currentTick);
  const timeZone = useReaderTimeZone();
  const moment = new Date(at);
  const age = formatRelative(moment, new Date());
  const text = as === "clock" ? formatClock(moment, timeZone) : ago ? sayAgo(age) : age;
  return (
    <time
      dateTime={moment.toISOString()}
      title={formatExact(moment, timeZone)}
      suppressHydrationWarning
      className={className}
    >
      {text}
    </time>
  );
}
