import { describe, expect, it } from "vitest";
import { aRunStarted } from "@/lib/testing/skill-sessions";
import { ServedLog } from "./served-log";

const place = { sessionId: "s", traceId: "t", now: () => new Date("2026-11-23T10:00:00.000Z") };

describe("ServedLog", () => {
  it("numbers what it adds after what was there, turn by turn, and ends each once", async () => {
    const log = new ServedLog([], place);
    await log.endTurn();
    expect(log.added).toEqual([]);
    await log.startTurn("first");
    await log.append({ type: "run-started", payload: aRunStarted("Hi") });
    await log.startTurn("second");
    await log.append({ type: "run-started", payload: aRunStarted("And now?") });
    await log.endTurn();
    await log.endTurn();
    expect(log.events().map(({ seq, type, turn, runId }) => [seq, type, turn, runId])).toEqual([
      [1, "run-started", 1, "first"],
      [2, "run-finished", 1, "first"],
      [3, "run-started", 2, "second"],
      [4, "run-finished", 2, "second"],
    ]);
  });

  it("goes on where a log was left, and keeps apart what it adds", async () => {
    const before = new ServedLog([], place);
    await before.startTurn("first");
    await before.append({ type: "run-started", payload: aRunStarted("Hi") });
    const log = new ServedLog(before.events(), { ...place, traceId: "later" });
    await log.endTurn();
    expect(log.added.map(({ seq, runId, traceId }) => [seq, runId, traceId])).toEqual([
      [2, "first", "later"],
    ]);
    expect(before.events()).toHaveLength(1);
  });
});
