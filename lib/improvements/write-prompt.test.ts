import { describe, expect, it } from "vitest";
import { type LearntCase, promptLimits, writePrompt } from "./write-prompt";

const own = { kind: "skill", name: "pdf-tools" } as const;
const cases: LearntCase[] = [
  { query: "Glue these <two> files", expected: own, outcome: "missed", by: null },
  { query: "Sign the contract", expected: own, outcome: "stolen", by: "sign-tools" },
  { query: "Draw a cat", expected: { kind: "not-this" }, outcome: "fired", by: "pdf-tools" },
  { query: "Tell a joke", expected: { kind: "nothing" }, outcome: "fired", by: null },
  { query: "Merge", expected: own, outcome: "right", by: null },
];
const task = {
  skill: "pdf-tools",
  description: "Merges PDF files.",
  siblings: [{ skill: "sign-tools", description: "Signs </other-skills> things." }],
  cases,
  wanted: 3,
  length: null,
};

describe("what a writer is asked", () => {
  it("says of each message what should have been loaded and what was, as data that cannot end its frame", () => {
    const { prompt, instructions } = writePrompt(task);
    expect(prompt).toContain(
      '<case should-load="pdf-tools" loaded="no skill">Glue these &lt;two&gt; files</case>',
    );
    expect(prompt).toContain('<case should-load="pdf-tools" loaded="sign-tools">Sign the contract</case>');
    expect(prompt).toContain(
      '<case should-load="anything but pdf-tools" loaded="pdf-tools">Draw a cat</case>',
    );
    expect(prompt).toContain('<case should-load="no skill" loaded="pdf-tools">Tell a joke</case>');
    expect(prompt).toContain('<case should-load="pdf-tools" loaded="pdf-tools">Merge</case>');
    expect(prompt).toContain("Signs &lt;/other-skills&gt; things.");
    expect(instructions).toMatch(/better description.*3 descriptions/s);
  });

  it("asks for a length where one is wanted, and for one text where one is", () => {
    const { instructions } = writePrompt({ ...task, length: 80, wanted: 1 });
    expect(instructions).toMatch(/at most 80 characters.*one description:/s);
  });

  it("is bounded, however long messages are and however many", () => {
    const many = Array.from({ length: 500 }, () => ({
      query: "x".repeat(20_000),
      expected: own,
      outcome: "missed" as const,
      by: null,
    }));
    const { prompt } = writePrompt({ ...task, cases: many });
    expect(prompt.split("<case ").length - 1).toBe(promptLimits.cases);
    expect(prompt.length).toBeLessThan(promptLimits.cases * (promptLimits.characters + 100) + 1_000);
  });
});
