import { describe, expect, it } from "vitest";
import { anEffectRun } from "./fixtures/effect-shapes";
import { aSuiteRun, asListed, proportion } from "./fixtures/suite-shapes";
import { floorOf, floorWords, historyPoints, seriesKey, seriesOf } from "./history-points";

const run = (number: number, over: Parameters<typeof aSuiteRun>[0] = {}) =>
  asListed(aSuiteRun({ number, ...over }));
const of = (runs: ReturnType<typeof run>[], more: Partial<Parameters<typeof historyPoints>[1]> = {}) =>
  historyPoints(runs, { series: seriesKey(run(1)), dialect: "standard", measure: "recall", ...more });

describe("the points of a history", () => {
  it("are runs of one agent and model that ended, the oldest first", () => {
    const other = { agent: { slug: "desk", name: "Desk", revision: 1 } };
    const runs = [run(5, { state: "stopped" }), run(4), run(3, other), run(2)];
    expect(of(runs).map((point) => point.run.number)).toEqual([2, 4]);
    expect(of(runs)[0]?.share).toEqual(proportion(6, 8, 0.41, 0.93));
    expect(of(runs, { measure: "precision" })[0]?.share?.of).toBe(7);
  });

  it("leave out what was not tried in the host, and say of others what was not measured", () => {
    expect(of([run(1)], { dialect: "codex" })).toEqual([]);
    expect(of([run(1, { scores: [] })])[0]?.share).toBeNull();
  });

  it("break where other cases were tried, and say how many more", () => {
    const more = { suiteDigest: "c".repeat(64), cases: 7 };
    const points = of([run(3, more), run(2, more), run(1)]);
    expect(points.map(({ isBreak, added }) => [isBreak, added])).toEqual([
      [false, 0],
      [true, 3],
      [false, 0],
    ]);
  });

  it("of tasks are the share won of those that differ, with its interval", () => {
    const effect = asListed(anEffectRun());
    const [point] = historyPoints([effect], {
      series: seriesKey(effect),
      dialect: "standard",
      measure: "won",
    });
    expect(point?.share).toMatchObject({ count: 1, of: 2, share: 0.5 });
    expect(point?.share?.low).toBeLessThan(0.15);
  });
});

it("names each agent with its model once, the newest first, and what is scripted", () => {
  const scripted = {
    scripted: true,
    model: { id: "rehearsal", name: "Rehearsal", kind: "rules" as const, asks: null },
  };
  expect(seriesOf([run(3, scripted), run(2), run(1)]).map(({ label }) => label)).toEqual([
    "On-call assistant, Rehearsal (scripted)",
    "On-call assistant, Sonnet",
  ]);
});

it("tells apart what one connection asked, and puts none of it together", () => {
  const { model } = run(1);
  const before = { model: { ...model, asks: "haiku-1 of anthropic" } };
  const runs = [run(3), run(2, before), run(1)];
  expect(seriesOf(runs).map(({ label }) => label)).toEqual([
    "On-call assistant, Sonnet: sonnet-5 of anthropic",
    "On-call assistant, Sonnet: haiku-1 of anthropic",
  ]);
  expect(of(runs).map((point) => point.run.number)).toEqual([1, 3]);
});

describe("the floor of a history", () => {
  const asking = (triggers: { recall: number | null; precision: number | null } | null) => ({
    proof: { triggers, effect: true, kappa: null, neighbours: true, maxAgeDays: null, model: null },
  });

  it("is what the policy asks of this figure, and of the whole interval", () => {
    const policy = asking({ recall: 0.8, precision: 0 });
    expect(floorOf(policy, "recall")).toEqual({ measure: "recall", share: 0.8 });
    expect(floorOf(policy, "precision")).toEqual({ measure: "precision", share: 0 });
    expect(floorWords({ measure: "recall", share: 0.8 })).toBe(
      "long dashes: the review policy asks for recall from 0.80, the whole interval at or above it",
    );
  });

  it("is none where the policy asks for none, of tasks, and while the policy is not known", () => {
    expect(floorOf(asking({ recall: 0.8, precision: null }), "precision")).toBeNull();
    expect(floorOf(asking(null), "recall")).toBeNull();
    expect(floorOf(asking({ recall: 0.8, precision: 0.8 }), "won")).toBeNull();
    expect(floorOf(undefined, "recall")).toBeNull();
  });
});
