import { describe, expect, it } from "vitest";
import type { Judged, SideFigures } from "./judged-schema";
import { sayFlips, sayOwn } from "./say-improvement-reason";

const turned = (id: string) => ({ id, query: id, before: "right", after: "missed", by: null });
const side = (gained: number, lost: number, unmeasured = 0): SideFigures => ({
  before: null,
  after: null,
  gained: Array.from({ length: gained }, (_, at) => turned(`g${at}`)),
  lost: Array.from({ length: lost }, (_, at) => turned(`l${at}`)),
  unmeasured,
});
const judged = (heldOut: SideFigures, more: Partial<Judged> = {}): Judged => ({
  training: side(3, 0),
  heldOut,
  p: 0.047,
  neighbours: [],
  ...more,
});

describe("why a text was refused, or passed", () => {
  it.each([
    ["improves", side(6, 0), 3, "Held-out cases: 6 gained, 0 lost, p = 0.047 for one of 3 that are tried."],
    ["improves", side(6, 0), 1, "Held-out cases: 6 gained, 0 lost, p = 0.047."],
    ["not-shown", side(2, 0), 1, "Held-out cases: 2 gained, 0 lost: luck does as much (p = 0.047)."],
    [
      "train-only-gain",
      side(0, 0),
      1,
      "Train-only gain: cases it was made from: 3 gained, 0 lost; held-out cases: 0 gained, 0 lost. It learnt sentences by heart.",
    ],
    ["no-gain", side(0, 0), 1, "Held-out cases: 0 gained, 0 lost; cases it was made from: 3 gained, 0 lost."],
    [
      "worse",
      side(0, 1),
      1,
      "Held-out cases: 0 gained, 1 lost: it gets worse on messages that it was not made from.",
    ],
    ["not-measured", side(0, 0, 1), 1, "1 case of those held out could not be measured."],
  ] as const)("%s", (word, heldOut, tried, words) => {
    expect(sayOwn(word, judged(heldOut), tried)).toBe(words);
  });

  it("never says that a p is nothing", () => {
    expect(sayOwn("improves", judged(side(20, 0), { p: 0.00001 }), 1)).toMatch(/p < 0\.0001/);
    expect(sayOwn("improves", judged(side(20, 0), { p: null, training: null }), 1)).not.toMatch(/p /);
  });

  it("names who loses what, and says when nobody does", () => {
    const neighbours = [
      { skill: "deploy", ...side(0, 2) },
      { skill: "notes", ...side(0, 0) },
    ];
    expect(sayFlips("neighbour-lost", judged(side(6, 0), { neighbours }))).toBe(
      "It takes from its neighbours: deploy loses 2 cases.",
    );
    expect(sayFlips("neighbour-not-measured", judged(side(6, 0)))).toMatch(/could not be measured/);
    expect(sayFlips("not-measured", judged(side(0, 0)))).toBe(
      "Held-out cases that were right could not be measured.",
    );
    expect(sayFlips("flipped", judged(side(0, 1)))).toBe("1 case of those held out is no longer right.");
    expect(sayFlips("flipped", judged(side(0, 2)))).toBe("2 cases of those held out are no longer right.");
    expect(sayFlips("passed", judged(side(1, 0)))).toBe("Held-out cases: 1 gained, 0 lost.");
    expect(sayFlips("passed", judged(side(1, 0), { neighbours }))).toMatch(
      /No case of 2 neighbours is lost\.$/,
    );
  });
});
