import { describe, expect, it } from "vitest";
import { type AttemptState, decideNext, runKey, type SearchState } from "./decide-next";
import type { FrozenPlan } from "./frozen-plan";

const id = "0190a000-0000-7000-8000-000000000000";
const [mine, neighbour] = ["pdf-tools", "docx-tools"];
const suite = (skill: string) => ({ skillId: id, skill, version: null, cases: 4 });
const plan = (target: number | null): FrozenPlan => ({
  agentRevision: 1,
  subjects: [
    {
      skillId: id,
      skill: mine,
      description: "x".repeat(400),
      revision: 1,
      digest: "d",
      files: [],
      target,
      why: null,
    },
  ],
  suites: [suite(mine), suite(neighbour)],
  siblings: [],
  unwatched: [],
});
const standing = (word: AttemptState["word"] = "standing"): AttemptState => ({
  position: 0,
  skill: null,
  length: null,
  characters: 0,
  word,
  ownPassed: word !== null,
});
const text = (position: number, more: Partial<AttemptState> = {}): AttemptState => ({
  position,
  skill: mine,
  length: null,
  characters: 100,
  word: null,
  ownPassed: false,
  ...more,
});
const done = (...runs: [number, string][]) =>
  new Map(runs.map(([position, skill]) => [runKey(position, skill), "done" as const]));
const next = (search: Partial<SearchState>) =>
  decideNext({ kind: "improve", plan: plan(null), attempts: [standing()], runs: new Map(), ...search });

describe("a search for a better description", () => {
  it("measures what stands, judges it, and only then asks for texts", () => {
    expect(next({ attempts: [standing(null)] })).toEqual({ step: "run", position: 0, skill: mine });
    expect(next({ runs: new Map([[runKey(0, mine), "running"]]) })).toEqual({ step: "wait" });
    expect(next({ attempts: [standing(null)], runs: done([0, mine]) })).toEqual({
      step: "judge-standing",
      skill: mine,
    });
    expect(next({ runs: done([0, mine]) })).toEqual({ step: "propose", skill: mine, length: null });
  });

  it("tries a text in its own suite first, and in the neighbours' only when it passed there", () => {
    const attempts = [standing(), text(1)];
    expect(next({ attempts, runs: done([0, mine]) })).toEqual({ step: "run", position: 1, skill: mine });
    const own = done([0, mine], [1, mine]);
    expect(next({ attempts, runs: own })).toEqual({ step: "judge-own", position: 1, skill: mine });
    const passed = [standing(), text(1, { ownPassed: true })];
    expect(next({ attempts: passed, runs: own })).toEqual({ step: "run", position: 0, skill: neighbour });
    const before = done([0, mine], [1, mine], [0, neighbour]);
    expect(next({ attempts: passed, runs: before })).toEqual({ step: "run", position: 1, skill: neighbour });
    const all = done([0, mine], [1, mine], [0, neighbour], [1, neighbour]);
    expect(next({ attempts: passed, runs: all })).toEqual({ step: "judge-all", position: 1, skill: mine });
  });

  it("chooses the best once all are decided, and ends", () => {
    const runs = done([0, mine]);
    const decided = [standing(), text(1, { word: "no-gain" }), text(2, { word: "passed" })];
    expect(next({ attempts: [...decided, text(3)], runs })).toMatchObject({ step: "run", position: 3 });
    expect(next({ attempts: decided, runs })).toEqual({ step: "conclude", skill: mine });
    expect(next({ attempts: [standing(), text(1, { word: "accepted" })], runs })).toEqual({ step: "end" });
    expect(next({ attempts: [standing(), text(1, { word: "unfit" })], runs })).toEqual({ step: "end" });
    expect(next({ attempts: [standing(), text(1, { word: "scripted" })], runs })).toEqual({ step: "end" });
  });
});

describe("a search for a shorter description", () => {
  const shorten = (attempts: AttemptState[], target = 100) =>
    next({ kind: "shorten", plan: plan(target), attempts, runs: done([0, mine]) });

  it("asks for the length that is wanted, then half-way, until it is near", () => {
    expect(shorten([standing(null)])).toEqual({ step: "propose", skill: mine, length: 100 });
    const flipped = text(1, { length: 100, word: "flipped" });
    expect(shorten([standing(null), flipped])).toEqual({ step: "propose", skill: mine, length: 250 });
    const held = text(2, { length: 250, characters: 220, word: "passed" });
    expect(shorten([standing(null), flipped, held])).toEqual({ step: "propose", skill: mine, length: 160 });
  });

  it("ends at once with what was asked for, and begins nothing for what is short enough", () => {
    const held = text(1, { length: 100, word: "passed" });
    expect(shorten([standing(null), held])).toEqual({ step: "conclude", skill: mine });
    expect(next({ kind: "shorten", plan: plan(400), attempts: [standing(null)] })).toEqual({ step: "end" });
  });
});
