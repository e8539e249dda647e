import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { groupTurns } from "../transcript/transcript";
import { everything, filterLanes, fitsFilter } from "./event-filter";
import { marksOf } from "./marks";

function twoTurns() {
  const log = new SessionLog();
  log.add("run-started", { message: "Triage the outage" });
  log.add("catalogue-injected");
  log.add("skill-activated");
  log.add("text", { step: 1, text: "The first half " });
  log.add("text", { step: 1, text: "of Kilimanjaro" });
  log.add("model-step", { step: 1 });
  log.add("run-finished");
  log.add("run-started", { message: "And now?" });
  log.add("request-refused", { path: "../secret.txt" });
  log.add("run-finished");
  const lanes = groupTurns(log.events).map((turn) => ({ turn, marks: marksOf(turn) }));
  const types = (filter: Parameters<typeof filterLanes>[1]) =>
    filterLanes(lanes, filter, "someone").map(({ marks }) => marks.map(({ event }) => event.type));
  return { lanes, types, log };
}

describe("filterLanes", () => {
  it("without a filter gives the very same lanes", () => {
    const { lanes } = twoTurns();
    expect(filterLanes(lanes, everything, "someone")).toBe(lanes);
  });

  it("keeps the chosen kinds and leaves out exchanges that have none", () => {
    const { types } = twoTurns();
    expect(types({ hues: ["activated"], words: "" })).toEqual([["skill-activated"]]);
    expect(types({ hues: ["activated", "refused"], words: "" })).toEqual([
      ["skill-activated"],
      ["request-refused"],
    ]);
  });

  it("finds every word in any order, in what the page says and in what the log holds", () => {
    const { types } = twoTurns();
    expect(types({ hues: [], words: "SECRET.txt refused" })).toEqual([["request-refused"]]);
    expect(types({ hues: [], words: "outage nothing-of-the-kind" })).toEqual([]);
  });

  it("finds an answer by one of its pieces", () => {
    const { types } = twoTurns();
    expect(types({ hues: [], words: "kilimanjaro" })).toEqual([["model-step"]]);
  });
});

describe("fitsFilter", () => {
  it("needs kind and words together", () => {
    const { log } = twoTurns();
    const refused = log.events[8];
    const context = { run: undefined, viewerId: undefined };
    if (!refused) throw new Error("The log is shorter than it was written.");
    expect(fitsFilter(refused, { hues: ["refused"], words: "secret" }, context)).toBe(true);
    expect(fitsFilter(refused, { hues: ["resource"], words: "secret" }, context)).toBe(false);
  });
});
