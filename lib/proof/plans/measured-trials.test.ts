import { describe, expect, it } from "vitest";
import { groupOf, type MeasuredTrials, restOf, sumMeasured } from "./measured-trials";

const found: MeasuredTrials = {
  group: groupOf("standard", "found"),
  trials: 10,
  calls: { low: 10, high: 20 },
  input: { low: 1_000, high: 2_000 },
  output: { low: 500, high: 1_000 },
};
const without: MeasuredTrials = { ...found, group: groupOf("standard", "without") };
const keptOf = (first: number, whole: number) => new Map([[found.group, { first, whole }]]);

describe("what is left to ask", () => {
  it("is all of it where nothing is kept", () => {
    expect(restOf([found, without], new Map())).toEqual(sumMeasured([found, without]));
    expect(sumMeasured([found, without])).toMatchObject({ trials: 20, calls: { low: 20, high: 40 } });
  });

  it("is nothing of a trial whose kept answer ended it", () => {
    expect(restOf([found], keptOf(4, 4))).toEqual({
      trials: 6,
      calls: { low: 6, high: 12 },
      input: { low: 600, high: 1_200 },
      output: { low: 300, high: 600 },
    });
    expect(restOf([found], keptOf(10, 10))).toMatchObject({ trials: 0, calls: { low: 0, high: 0 } });
  });

  it("is what may come after a kept answer that goes on", () => {
    expect(restOf([found], keptOf(10, 0))).toEqual({
      trials: 10,
      calls: { low: 0, high: 10 },
      input: { low: 0, high: 1_000 },
      output: { low: 0, high: 1_000 },
    });
  });

  it("touches no trial of another arm, and none where there are none", () => {
    expect(restOf([without], keptOf(10, 10))).toEqual(sumMeasured([without]));
    const empty = { ...found, trials: 0, calls: { low: 0, high: 0 } };
    expect(restOf([empty], keptOf(1, 0)).calls).toEqual({ low: 0, high: 0 });
  });
});
