import { describe, expect, it } from "vitest";
import { type Candidate, findBase } from "./find-base";
import { digestHistory } from "./history-digests";

const history = (...items: string[]) => digestHistory(items);
const candidate = (sessionId: string, items: string[], more: Partial<Candidate> = {}): Candidate => ({
  sessionId,
  seq: 1,
  digests: history(...items),
  isAnswered: true,
  isSameSession: false,
  ...more,
});

describe("the conversation of a request", () => {
  it("is the one whose whole history it goes on with, and of several the longest", () => {
    const candidates = [
      candidate("short", ["a"]),
      candidate("long", ["a", "b", "c"]),
      candidate("other", ["x"]),
    ];
    expect(findBase(history("a", "b", "c", "d"), candidates)).toEqual({
      sessionId: "long",
      seq: 1,
      sharedItems: 3,
    });
    expect(findBase(history("a", "z"), candidates)?.sessionId).toBe("short");
  });

  it("is a new one where only the beginning is the same, or nothing", () => {
    expect(findBase(history("a", "z"), [candidate("one", ["a", "b"])])).toBeNull();
    expect(findBase(history("a"), [candidate("empty", [])])).toBeNull();
    expect(findBase(history("a"), [])).toBeNull();
  });

  it("is a new one when the same is asked again, unless the answer had failed", () => {
    expect(findBase(history("a"), [candidate("one", ["a"])])).toBeNull();
    expect(findBase(history("a"), [candidate("one", ["a"], { isAnswered: false })])).toMatchObject({
      sessionId: "one",
      sharedItems: 1,
    });
  });

  it("is the one that the host names, whatever became of the history", () => {
    const named = candidate("named", ["a", "b"], { isSameSession: true });
    expect(findBase(history("summary"), [named])).toEqual({ sessionId: "named", seq: null, sharedItems: 0 });
    expect(findBase(history("a", "new"), [candidate("other", ["a"]), named])).toMatchObject({
      sessionId: "named",
      sharedItems: 1,
    });
  });
});
