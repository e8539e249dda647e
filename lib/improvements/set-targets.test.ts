import { describe, expect, it } from "vitest";
import type { FrozenPlan } from "./frozen-plan";
import { setTargets } from "./set-targets";

const id = "0190a000-0000-7000-8000-000000000000";
const subject = (skill: string, characters: number, why: string | null = null) => ({
  skillId: id,
  skill,
  description: "x".repeat(characters),
  revision: 1,
  digest: "d",
  files: [],
  target: null,
  why,
});
const plan = (...subjects: FrozenPlan["subjects"]): FrozenPlan => ({
  agentRevision: 1,
  subjects,
  suites: [],
  siblings: [],
  unwatched: [],
});
const targets = (of: FrozenPlan) => of.subjects.map(({ target }) => target);

describe("what each description is to come to", () => {
  it("is what was asked for, of one skill", () => {
    expect(targets(setTargets(plan(subject("a", 300)), { to: 100, whole: false }))).toEqual([100]);
    expect(targets(setTargets(plan(subject("a", 80)), { to: 100, whole: false }))).toEqual([80]);
  });

  it("is the same share of a catalogue, of which some cannot be searched for", () => {
    const all = plan(subject("a", 400), subject("b", 200), subject("c", 100, "It has no cases."));
    expect(targets(setTargets(all, { to: 400, whole: true }))).toEqual([200, 100, null]);
  });

  it("is never nothing, however little there is room for", () => {
    expect(targets(setTargets(plan(subject("a", 400), subject("b", 20)), { to: 1, whole: true }))).toEqual([
      40, 20,
    ]);
  });
});
