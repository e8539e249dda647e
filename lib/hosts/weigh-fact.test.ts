import { describe, expect, it } from "vitest";
import type { SkillFact } from "./skill-facts";
import { textOf, weighFact } from "./weigh-fact";

const call = { id: "c1", tool: "Skill", input: { skill: "secret-words" } };
const brought = { call, name: "notes", result: "Secret result" };
const activated = {
  kind: "activated",
  ...brought,
  arguments: "secret-words",
  by: "tool",
  note: null,
  text: "Secret text",
  directory: null,
  isPart: false,
} as const satisfies SkillFact;
const facts: SkillFact[] = [
  { kind: "asked", text: "Secret question" },
  { kind: "said", text: "Secret answer" },
  { kind: "called", call },
  { kind: "tool", call, result: "Secret result", isError: false },
  { kind: "refused", ...brought, path: null, isUnknown: true },
  { kind: "read", ...brought, path: "a.md", text: "Secret text", isPart: true },
  { kind: "already", ...brought, arguments: "", note: "Secret note" },
  activated,
  {
    kind: "catalogue",
    catalogue: {
      place: "system-prompt",
      text: "Secret list",
      skills: [{ name: "notes", description: "Secret words", directory: null }],
    },
  },
];
const weigh = (fact: SkillFact) =>
  weighFact(
    fact,
    (text) => text.length,
    (text) => `digest of ${text.length}`,
  );

describe("a fact without its words", () => {
  it.each(facts.map((fact) => [fact.kind, fact] as const))("has none of %s", (kind, fact) => {
    const weighed = weigh(fact);
    expect(weighed.kind).toBe(kind);
    expect(JSON.stringify(weighed).toLowerCase()).not.toContain("secret");
    expect(weighed.tokens).toBe(textOf(fact).length);
  });

  it("has digests and sizes of what skills brought, and of nothing else", () => {
    const digests = facts.map((fact) => [fact.kind, weigh(fact).sha256 !== "", weigh(fact).bytes > 0]);
    const aside = ["asked", "said", "called", "tool"];
    expect(digests).toEqual(facts.map(({ kind }) => [kind, !aside.includes(kind), !aside.includes(kind)]));
  });

  it("tells two requests with other arguments apart, and none from an empty one", () => {
    expect(weigh(activated).argumentsSha256).toBe("digest of 12");
    expect(weigh({ ...activated, arguments: "" }).argumentsSha256).toBe("");
  });

  it("has the same digest for a text that a command showed again, whatever the shell said around it", () => {
    const read = { ...activated, by: "command", result: "A" } as const;
    expect(weigh(read).sha256).toBe(`digest of ${"Secret text".length}`);
    expect(weigh({ ...read, result: "A longer result" }).sha256).toBe(weigh(read).sha256);
    expect(weigh({ ...read, result: "A longer result" }).tokens).toBeGreaterThan(weigh(read).tokens);
  });

  it("weighs the result of a call beside the text that stands behind it", () => {
    expect(weigh(activated).resultTokens).toBe("Secret result".length);
    expect(weigh({ ...activated, result: activated.text })).not.toHaveProperty("resultTokens");
    expect(textOf({ ...activated, by: "command" })).toBe("Secret result");
    expect(weigh({ ...activated, call: null })).not.toHaveProperty("callId");
  });
});
