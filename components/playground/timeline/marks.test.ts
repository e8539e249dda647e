import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { groupTurns } from "../transcript/transcript";
import { markOf, marksOf, nextFitting, nextMark } from "./marks";

function twoTurns() {
  const log = new SessionLog();
  log.add("run-started");
  log.add("catalogue-injected");
  log.add("model-step", { step: 1 });
  log.add("skill-activated");
  log.add("text", { step: 2 });
  log.add("text", { step: 2 });
  log.add("model-step", { step: 2 });
  log.add("run-finished");
  log.add("run-started");
  log.add("catalogue-injected", { unchangedSinceSeq: 2 });
  log.add("text", { step: 1 });
  const marks = groupTurns(log.events).flatMap(marksOf);
  const at = (seq: number) => markOf(marks, log.events[seq - 1])?.seq;
  return { marks, at };
}

describe("marksOf", () => {
  it("has one mark for start, skill event, answer and end; pieces of text share the answer's", () => {
    expect(twoTurns().marks.map(({ seq, event }) => [seq, event.type])).toEqual([
      [1, "run-started"],
      [2, "catalogue-injected"],
      [4, "skill-activated"],
      [7, "model-step"],
      [8, "run-finished"],
      [9, "run-started"],
      [11, "text"],
    ]);
  });
});

describe("markOf", () => {
  it("finds the answer for each of its pieces, and the consequence of a step that only called tools", () => {
    const { at } = twoTurns();
    expect([5, 6, 7].map(at)).toEqual([7, 7, 7]);
    expect(at(3)).toBe(4);
  });

  it("never leaves the exchange of the event", () => {
    expect(twoTurns().at(10)).toBe(11);
  });
});

describe("nextMark", () => {
  it("walks in reading order, across exchanges, and stops at the ends", () => {
    const { marks } = twoTurns();
    const end = marks.find(({ seq }) => seq === 8) ?? null;
    expect(nextMark(marks, end, 1)?.seq).toBe(9);
    expect(nextMark(marks, marks.at(-1) ?? null, 1)).toBeNull();
    expect(nextMark(marks, null, -1)?.seq).toBe(11);
    expect(nextMark(marks, null, 1)?.seq).toBe(1);
  });
});

describe("nextFitting", () => {
  it("goes to the nearest one shown, also from one that is not", () => {
    const { marks } = twoTurns();
    const current = marks.find(({ seq }) => seq === 4) ?? null;
    const shown = marks.filter(({ seq }) => seq !== 4 && seq !== 7);
    expect(nextFitting(shown, current, 1)?.seq).toBe(8);
    expect(nextFitting(shown, current, -1)?.seq).toBe(2);
    expect(nextFitting(shown, null, 1)?.seq).toBe(1);
    expect(nextFitting([], current, 1)).toBeNull();
  });
});
