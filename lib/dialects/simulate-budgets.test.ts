import { describe, expect, it } from "vitest";
import { dialects } from "./find-dialect";
import { simulateBudgets } from "./simulate-budgets";

const skills = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => ({
    skillId: `id-${index}`,
    name: `skill-${index}`,
    description: "d".repeat(characters),
    priority: index + 1,
  }));
const of = (id: string, simulated: ReturnType<typeof simulateBudgets>) =>
  simulated.find(({ dialect }) => dialect === id);

describe("simulateBudgets", () => {
  it("answers for every host, and cuts nothing of a few skills", () => {
    const simulated = simulateBudgets(skills(3, 200), 200_000);
    expect(simulated.map(({ dialect }) => dialect)).toEqual(dialects.map(({ id }) => id));
    for (const { truncated, omitted } of simulated) expect([truncated, omitted]).toEqual([[], []]);
  });

  it("leaves out what models are not told of, and counts when to use it where a host tells it", () => {
    const [first, second] = skills(2, 200);
    if (!first || !second) throw new Error("two skills are two");
    const whenToUse = "After a merge.";
    const plain = simulateBudgets([first], 200_000);
    const hidden = simulateBudgets([first, { ...second, modelInvocable: false }], 200_000);
    expect(hidden).toEqual(plain);
    const told = simulateBudgets([{ ...first, whenToUse }], 200_000);
    const more = (id: string) => (of(id, told)?.characters ?? 0) - (of(id, plain)?.characters ?? 0);
    expect([more("claude-code"), more("standard")]).toEqual([` - ${whenToUse}`.length, 0]);
  });

  it("cuts by each host's own rule: Claude Code drops descriptions at 1 %, others list all", () => {
    const simulated = simulateBudgets(skills(12, 1_000), 200_000);
    // Its own skills leave room for one of a thousand characters, by name.
    const { truncated = [] } = of("claude-code", simulated) ?? {};
    expect(truncated.map(({ keptCharacters }) => keptCharacters)).toEqual(Array(11).fill(0));
    expect(truncated.map(({ name }) => name)).not.toContain("skill-0");
    expect(of("standard", simulated)?.truncated).toEqual([]);
    expect(of("lightspeed", simulated)?.truncated).toEqual([]);
    expect(of("skillkit", simulated)?.characters).toBeGreaterThan(12_000);
  });

  it("says of hosts that hold all instructions that nothing is cut", () => {
    expect(of("orion", simulateBudgets(skills(900, 1_000), 8_000))).toMatchObject({
      presentation: "eager",
      truncated: [],
      omitted: [],
    });
  });

  it("names every skill that a small window leaves out", () => {
    const standard = of("standard", simulateBudgets(skills(200, 300), 8_000));
    expect(standard?.budgetCharacters).toBe(8_000);
    expect(standard?.omitted.length).toBeGreaterThan(100);
    expect(standard?.omitted.at(-1)?.name).toBe("skill-199");
  });
});
