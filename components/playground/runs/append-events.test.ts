import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { appendEvents } from "./append-events";

const log = new SessionLog();
log.add("run-started");
log.add("text");
log.add("text");
log.add("run-finished");
const seqs = (events: readonly { seq: number }[]) => events.map(({ seq }) => seq);

describe("appendEvents", () => {
  it("adds what is new and ignores what a second connection repeats", () => {
    const known = log.events.slice(0, 2);
    expect(seqs(appendEvents(known, log.events))).toEqual([1, 2, 3, 4]);
    expect(seqs(appendEvents(known, [...log.events, ...log.events]))).toEqual([1, 2, 3, 4]);
  });

  it("gives back the same list when nothing is new, so that nothing is drawn again", () => {
    expect(appendEvents(log.events, log.events.slice(1, 3))).toBe(log.events);
  });
});
