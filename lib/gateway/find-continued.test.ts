import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { type Candidate, findContinued, type History } from "./find-continued";
import { digestHistory } from "./history-digests";

/** Items that are texts: what is said behind so many of them is the next one. */
const history = (...items: string[]): History => ({
  digests: digestHistory(items, sha256),
  saidBehind: (size) => items[size] ?? null,
});
const candidate = (sessionId: string, items: string[], more: Partial<Candidate> = {}): Candidate => ({
  sessionId,
  seq: 1,
  digests: history(...items).digests,
  answerDigest: null,
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
    expect(findContinued(history("a", "b", "c", "d"), candidates)).toEqual({
      sessionId: "long",
      seq: 1,
      sharedItems: 3,
    });
    expect(findContinued(history("a", "z"), candidates)?.sessionId).toBe("short");
  });

  it("is a new one where only the beginning is the same, or nothing", () => {
    expect(findContinued(history("a", "z"), [candidate("one", ["a", "b"])])).toBeNull();
    expect(findContinued(history("a"), [candidate("empty", [])])).toBeNull();
    expect(findContinued(history("a"), [])).toBeNull();
  });

  it("is a new one when the same is asked again, unless the answer had failed", () => {
    expect(findContinued(history("a"), [candidate("one", ["a"])])).toBeNull();
    expect(findContinued(history("a"), [candidate("one", ["a"], { isAnswered: false })])).toMatchObject({
      sessionId: "one",
      sharedItems: 1,
    });
  });

  it("is the one that was answered what stands there, of several that begin alike", () => {
    const candidates = [
      candidate("newest", ["hi"], { answerDigest: "Hello!" }),
      candidate("older", ["hi"], { answerDigest: "Good day." }),
    ];
    expect(findContinued(history("hi", "Good day.", "Go on"), candidates)?.sessionId).toBe("older");
    expect(findContinued(history("hi", "Hello!", "Go on"), candidates)?.sessionId).toBe("newest");
    expect(findContinued(history("hi", "What?", "Go on"), candidates)).toBeNull();
  });

  it("is one whose answer is not known only where none is known to fit", () => {
    const unknown = candidate("unknown", ["hi"]);
    const known = candidate("known", ["hi"], { answerDigest: "Hello!" });
    expect(findContinued(history("hi", "Hello!", "Go on"), [unknown, known])?.sessionId).toBe("known");
    expect(findContinued(history("hi", "What?", "Go on"), [unknown, known])?.sessionId).toBe("unknown");
  });

  it("is the one that the host names, whatever became of the history", () => {
    const named = candidate("named", ["a", "b"], { isSameSession: true, answerDigest: "c" });
    expect(findContinued(history("summary"), [named])).toEqual({
      sessionId: "named",
      seq: null,
      sharedItems: 0,
    });
    expect(findContinued(history("a", "new"), [candidate("other", ["a"]), named])).toMatchObject({
      sessionId: "named",
      sharedItems: 1,
    });
    expect(findContinued(history("a", "b", "other"), [named])).toMatchObject({ seq: 1, sharedItems: 2 });
  });

  it("is within a named one the line of the helper that was answered what stands there", () => {
    const lines = ["One", "Two"].map((answerDigest, at) =>
      candidate("named", ["hi"], { isSameSession: true, seq: at + 1, answerDigest }),
    );
    for (const [at, answer] of ["One", "Two"].entries())
      expect(findContinued(history("hi", answer, "Go on"), lines.toReversed())?.seq).toBe(at + 1);
  });
});
