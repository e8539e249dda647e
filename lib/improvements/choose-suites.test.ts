import { describe, expect, it } from "vitest";
import { chooseSuites } from "./choose-suites";
import { improvementLimits } from "./improvement-options";

const suite = (skill: string) => ({ skillId: skill, skill, version: null, cases: 4 });
const many = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word}-${at + 1}`);
const planOf = (skills: readonly string[]) => ({ suites: skills.map(suite), unwatched: ["mail-tools"] });
const most = improvementLimits.suites;

describe("the suites of a search", () => {
  it("are all of them where they are few", () => {
    const plan = planOf(["a", "b", "c"]);
    expect(chooseSuites(plan, new Set(["c"]))).toEqual({
      suites: [suite("c"), suite("a"), suite("b")],
      unwatched: ["mail-tools"],
    });
  });

  it("begin with the skill's own, wherever it stands, and name the neighbours past the limit", () => {
    const neighbours = many("near", most + 1);
    const { suites, unwatched } = chooseSuites(planOf([...neighbours, "own"]), new Set(["own"]));
    expect(suites.map(({ skill }) => skill)).toEqual(["own", ...neighbours.slice(0, most - 1)]);
    expect(unwatched).toEqual(["mail-tools", ...neighbours.slice(most - 1)]);
  });

  it("lack none of the skills' own, however many these are", () => {
    const own = many("own", most + 2);
    const { suites, unwatched } = chooseSuites(planOf(["near", ...own]), new Set(own));
    expect(suites.map(({ skill }) => skill)).toEqual(own);
    expect(unwatched).toEqual(["mail-tools", "near"]);
  });
});
