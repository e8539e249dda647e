import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { standardDialect as dialect } from "@/lib/dialects/standard";
import { buildCatalogue, type CatalogueSkill, leastDescriptionCharacters } from "./build-catalogue";
import { catalogueBudget } from "./limits";

const skill = (name: string, priority: number, description = "x".repeat(300)): CatalogueSkill => ({
  skillId: `id-${name}`,
  name,
  description,
  priority,
});
const build = (skills: CatalogueSkill[], budgetCharacters: number) =>
  buildCatalogue({ dialect, skills, budgetCharacters });

describe("catalogueBudget", () => {
  it("is 2 % of the window, and never less than 8,000 characters", () => {
    expect(catalogueBudget(200_000)).toBe(16_000);
    expect(catalogueBudget(32_000)).toBe(8_000);
  });
});

describe("buildCatalogue", () => {
  it("is empty without skills", () => {
    expect(build([], 8_000)).toMatchObject({
      text: "",
      characters: 0,
      listed: [],
      truncated: [],
      omitted: [],
      cutFrom: null,
    });
  });

  it("lists by priority, then by name, whatever order it was given", () => {
    const names = build([skill("b", 2), skill("c", 1), skill("a", 2)], 8_000).listed.map(({ name }) => name);
    expect(names).toEqual(["c", "a", "b"]);
  });

  it("gives the same text for the same skills, so that prompt caches hold", () => {
    const skills = [skill("b", 2), skill("c", 1)];
    expect(build(skills, 8_000).text).toBe(build([...skills].reverse(), 8_000).text);
  });

  it("cuts the lowest priority first and no more than it must", () => {
    const skills = [skill("first", 1), skill("second", 2), skill("third", 3)];
    const whole = build(skills, 100_000).characters;
    const cut = build(skills, whole - 50);
    expect(cut.truncated.map(({ name }) => name)).toEqual(["third"]);
    expect([cut.cutFrom, build(skills, whole).cutFrom]).toEqual([skills[2]?.skillId, null]);
    expect(cut.characters).toBeLessThanOrEqual(whole - 50);
    expect(cut.characters).toBeGreaterThan(whole - 75);
    expect(cut.text).toContain("…</description>");
  });

  it("leaves out the lowest priority when all descriptions are at their least, and says so", () => {
    const skills = [skill("first", 1), skill("second", 2), skill("third", 3)];
    const least = build(
      skills.map((each) => ({ ...each, description: "x".repeat(leastDescriptionCharacters) })),
      100_000,
    ).characters;
    const result = build(skills, least - 60);
    expect(result.listed.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(result.omitted).toEqual([
      { skillId: "id-third", name: "third", reason: `The catalogue's budget is ${least - 60} characters.` },
    ]);
    expect(result.text).toContain("1 more skill is not listed");
  });

  it("keeps its budget with 10,000 skills of 1,024 characters", () => {
    const skills = Array.from({ length: 10_000 }, (_, index) =>
      skill(`skill-${index}`, 1, "d".repeat(1_024)),
    );
    const result = build(skills, 16_000);
    expect(result.characters).toBeLessThanOrEqual(16_000);
    expect(result.listed.length).toBeGreaterThan(50);
    expect(result.listed.length + result.omitted.length).toBe(10_000);
  });

  it("names every skill exactly once, within its budget whenever one entry fits, for any input", () => {
    const anySkill = fc.record({
      name: fc.stringMatching(/^[a-z]{1,12}$/),
      description: fc.string({ maxLength: 400, unit: "grapheme" }),
      priority: fc.integer({ min: 1, max: 5 }),
    });
    const anySkills = fc.uniqueArray(anySkill, { selector: ({ name }) => name, maxLength: 12 });
    fc.assert(
      fc.property(anySkills, fc.integer({ min: 700, max: 6_000 }), (skills, budget) => {
        const result = build(
          skills.map((each) => ({ ...each, skillId: each.name })),
          budget,
        );
        const named = [...result.listed, ...result.omitted].map(({ name }) => name);
        expect(named.sort()).toEqual(skills.map(({ name }) => name).sort());
        expect(result.characters).toBe(result.text.length);
        if (skills.length > 0) expect(result.characters).toBeLessThanOrEqual(Math.max(budget, 700));
        expect(result.text.isWellFormed()).toBe(true);
      }),
    );
  });
});
