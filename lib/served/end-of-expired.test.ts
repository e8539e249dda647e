import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { endOfExpired } from "./end-of-expired";
import { expiryOf, servedLimits, servedStateOf } from "./served-options";

const startedAt = new Date("2026-11-23T10:00:00.000Z");
const session = { startedAt, lastAt: startedAt, endedAt: null };
const past = (ms: number) => new Date(startedAt.getTime() + ms);

describe("servedStateOf", () => {
  it("is open while somebody asks, and at most for a day", () => {
    expect(servedStateOf(session, past(servedLimits.idleMs - 1))).toBe("open");
    expect(servedStateOf(session, past(servedLimits.idleMs))).toBe("expired");
    const busy = { ...session, lastAt: past(servedLimits.longestMs - 1) };
    expect(servedStateOf(busy, past(servedLimits.longestMs - 1))).toBe("open");
    expect(servedStateOf(busy, past(servedLimits.longestMs))).toBe("expired");
    expect(servedStateOf({ ...busy, endedAt: startedAt }, startedAt)).toBe("ended");
  });
});

describe("endOfExpired", () => {
  const log = new SessionLog();
  log.add("run-started");
  const { events } = log;

  it("says of a turn that nobody ended when it did", () => {
    expect(endOfExpired(session, events, past(1))).toEqual([]);
    const [end, ...more] = endOfExpired(session, events, past(servedLimits.idleMs));
    expect(more).toEqual([]);
    expect(end).toMatchObject({
      seq: 2,
      runId: events[0]?.runId,
      type: "run-finished",
      at: expiryOf(session).toISOString(),
      payload: { outcome: "interrupted", error: null },
    });
    expect(endOfExpired(session, end ? [...events, end] : [], past(servedLimits.longestMs))).toEqual([]);
  });
});
