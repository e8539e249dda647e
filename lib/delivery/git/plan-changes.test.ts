import { describe, expect, it } from "vitest";
import { type Arriving, type Planning, planChanges } from "./plan-changes";

const day = (number: number) => `2026-01-${String(number).padStart(2, "0")}T00:00:00.000Z`;

const arriving = (name: string, number: number, publishedAt = day(number)): Arriving => ({
  skillId: `skill-${name}`,
  name,
  version: {
    id: `${name}-${number}`,
    number,
    digest: "d".repeat(64),
    note: "",
    approvedBy: [],
    publishedBy: { id: "1", name: "Ines" },
    publishedAt,
  },
  files: [],
});

const held = (name: string, number: number) => ({
  skillId: `skill-${name}`,
  name,
  versionId: `${name}-${number}`,
  number,
  key: "k",
  tree: "t",
  why: null,
});

const stateOf = (...skills: readonly ReturnType<typeof held>[]) =>
  new Map(skills.map((skill) => [skill.skillId, skill]));

const plan = (given: Partial<Planning>) =>
  planChanges({
    state: new Map(),
    isRenamed: false,
    delivered: [],
    between: new Map(),
    departures: new Map(),
    ...given,
  }).map((change) => {
    if (change.kind === "title") return "title";
    if (change.kind === "leaves") return `- ${change.before.name}`;
    return `+ ${change.arriving.name} ${change.arriving.version.number}`;
  });

describe("planChanges", () => {
  it("has nothing to say where nothing changed", () => {
    expect(plan({ state: stateOf(held("a", 1)), delivered: [arriving("a", 1)] })).toEqual([]);
  });

  it("makes one commit for each version, in the order of their publications, then of their names", () => {
    const delivered = [arriving("late", 3), arriving("b", 1), arriving("a", 1), arriving("é", 1)];
    expect(plan({ delivered })).toEqual(["+ a 1", "+ b 1", "+ é 1", "+ late 3"]);
    expect(plan({ delivered: [...delivered].reverse() })).toEqual(["+ a 1", "+ b 1", "+ é 1", "+ late 3"]);
  });

  it("begins with what all is called when that is new", () => {
    expect(plan({ isRenamed: true, delivered: [arriving("a", 1)] })).toEqual(["title", "+ a 1"]);
  });

  it("goes through the versions on the way", () => {
    const between = new Map([["skill-a", [arriving("a", 2), arriving("a", 3)]]]);
    const delivered = [arriving("a", 4), arriving("b", 3)];
    expect(plan({ state: stateOf(held("a", 1)), delivered, between })).toEqual([
      "+ a 2",
      "+ a 3",
      "+ b 3",
      "+ a 4",
    ]);
  });

  it("keeps versions of one moment in the order of their numbers", () => {
    const between = new Map([["skill-a", [arriving("a", 9, day(1))]]]);
    expect(plan({ state: stateOf(held("a", 1)), delivered: [arriving("a", 10, day(1))], between })).toEqual([
      "+ a 9",
      "+ a 10",
    ]);
  });

  it("takes out what is no longer delivered, at its time or first of all", () => {
    const state = stateOf(held("a", 1), held("b", 1));
    expect(plan({ state, delivered: [arriving("c", 1)] })).toEqual(["- a", "- b", "+ c 1"]);
    const departures = new Map([["skill-b", { at: day(2) }]]);
    expect(plan({ state, delivered: [arriving("c", 1), arriving("d", 2)], departures })).toEqual([
      "- a",
      "+ c 1",
      "- b",
      "+ d 2",
    ]);
  });

  describe("of skills that change places", () => {
    const inFolder = (skill: string, name: string, number: number) => ({
      ...arriving(skill, number),
      name,
    });
    const holding = (skill: string, name: string) => ({ ...held(skill, 9), name });

    it("takes one out before another arrives in its folder, though it went later", () => {
      const departures = new Map([["skill-a", { at: day(5) }]]);
      const state = stateOf(holding("a", "notes"), held("c", 1));
      const delivered = [inFolder("b", "Notes", 2), arriving("c", 3)];
      expect(plan({ state, delivered, departures })).toEqual(["- notes", "+ Notes 2", "+ c 3"]);
    });

    it("takes one out that moves on later, also when both change places", () => {
      const state = stateOf(holding("a", "x"), holding("b", "y"));
      const delivered = [inFolder("a", "y", 2), inFolder("b", "x", 3)];
      expect(plan({ state, delivered })).toEqual(["- y", "+ y 2", "+ x 3"]);
    });

    it("leaves a version out that was in a folder which another keeps", () => {
      const state = stateOf(holding("a", "x"), holding("b", "y"));
      const between = new Map([["skill-b", [inFolder("b", "x", 10)]]]);
      const delivered = [{ ...inFolder("a", "x", 9) }, inFolder("b", "z", 11)];
      expect(plan({ state, delivered, between })).toEqual(["+ z 11"]);
    });
  });

  it("brings an older version back at the moment when the newer one was withdrawn", () => {
    const state = stateOf(held("a", 2));
    const departures = new Map([["skill-a", { at: day(5) }]]);
    const [change] = planChanges({
      state,
      isRenamed: false,
      delivered: [arriving("a", 1)],
      between: new Map(),
      departures,
    });
    expect(change).toMatchObject({ kind: "arrives", at: day(5), before: { number: 2 } });
  });
});
