import { describe, expect, it } from "vitest";
import { poolTrials, type TrialToPool } from "./pool-trials";

const aTrial = (run: string, repeat: number, over: Partial<TrialToPool> = {}): TrialToPool => ({
  run,
  slot: "standard c1",
  arm: "found",
  repeat,
  isValid: true,
  keptFrom: null,
  ...over,
});
const placesOf = (trials: readonly TrialToPool[]) => trials.map(({ run, repeat }) => `${run}:${repeat}`);

describe("runs that asked everything anew", () => {
  it("count each, their repeats through all runs", () => {
    const pooled = poolTrials([aTrial("1", 1), aTrial("1", 2), aTrial("2", 1), aTrial("2", 2)]);
    expect(placesOf(pooled.trials)).toEqual(["1:1", "1:2", "2:3", "2:4"]);
    expect(pooled.repeats).toEqual(new Map([["standard c1", 4]]));
    expect(pooled.copies).toEqual(new Map());
  });

  it("are counted apart for each case and host", () => {
    const pooled = poolTrials([aTrial("1", 1), aTrial("1", 1, { slot: "codex c1" }), aTrial("2", 1)]);
    expect([...pooled.repeats]).toEqual([
      ["standard c1", 2],
      ["codex c1", 1],
    ]);
  });

  it("are none where nothing is pooled", () => {
    expect(poolTrials([])).toEqual({ trials: [], repeats: new Map(), copies: new Map() });
  });
});

describe("answers that were kept", () => {
  it("are counted with the run that asked, and not once more with those that were given them", () => {
    const trials = [aTrial("1", 1), aTrial("2", 1, { keptFrom: "1" }), aTrial("3", 1, { keptFrom: "1" })];
    const pooled = poolTrials(trials);
    expect(placesOf(pooled.trials)).toEqual(["1:1"]);
    expect([...pooled.copies]).toEqual([
      ["2", 1],
      ["3", 1],
    ]);
  });

  it("count once where the run that asked is not among them", () => {
    const trials = [aTrial("2", 1, { keptFrom: "elsewhere" }), aTrial("3", 1, { keptFrom: "elsewhere" })];
    expect(placesOf(poolTrials(trials).trials)).toEqual(["2:1"]);
  });

  it("count where the trial that asked came to nothing, or another one was before them", () => {
    const lost = [aTrial("1", 1, { isValid: false }), aTrial("2", 1, { keptFrom: "1" })];
    expect(placesOf(poolTrials(lost).trials)).toEqual(["1:1", "2:2"]);
    const broken = [
      aTrial("2", 1, { keptFrom: "elsewhere", isValid: false }),
      aTrial("3", 1, { keptFrom: "elsewhere" }),
    ];
    expect(placesOf(poolTrials(broken).trials)).toEqual(["2:1", "3:2"]);
  });

  it("count where a run goes on with what it kept for itself", () => {
    expect(placesOf(poolTrials([aTrial("2", 1, { keptFrom: "2" })]).trials)).toEqual(["2:1"]);
  });

  it("are told apart by the repeat: each was asked for itself", () => {
    const trials = [aTrial("1", 1), aTrial("2", 2, { keptFrom: "1" })];
    expect(placesOf(poolTrials(trials).trials)).toEqual(["1:1", "2:2"]);
  });

  it("stay with a repeat of which an arm was asked anew, and go with one of which none was", () => {
    const without = { arm: "without" };
    const pooled = poolTrials([
      aTrial("1", 1, without),
      aTrial("1", 1, { isValid: false }),
      aTrial("2", 1, { ...without, keptFrom: "1" }),
      aTrial("2", 1),
      aTrial("3", 1, { ...without, keptFrom: "1" }),
      aTrial("3", 1, { keptFrom: "2" }),
    ]);
    expect(placesOf(pooled.trials)).toEqual(["1:1", "1:1", "2:2", "2:2"]);
    expect(pooled.copies).toEqual(new Map([["3", 2]]));
  });
});
