import { describe, expect, it } from "vitest";
import { expectationsSchema, storedExpectationsSchema } from "./expectation-schema";

const said = (input: unknown): string[] => {
  const parsed = expectationsSchema.safeParse(input);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
};

describe("expectationsSchema", () => {
  it("takes what can hold and can fail", () => {
    expect(
      said({
        activations: ["a"],
        notActivated: ["b"],
        reads: [{ skill: "a", path: "b.md" }],
        outputIncludes: ["SEV2"],
        outputMatches: ["(?i)sev[12]", "^\\d+ files$"],
        toolsCalled: [
          { name: "page" },
          { name: "page", inputEquals: null },
          { name: "page", inputContains: { a: 1 } },
        ],
        toolsNotCalled: ["bash"],
        tokensAtMost: 1,
        costAtMost: 0,
        durationAtMostMs: 1,
        finish: "answered",
      }),
    ).toEqual([]);
    expect(said({})).toEqual([]);
  });

  it.each([
    [{ activations: [] }, "activations: An empty list expects nothing"],
    [{ notActivated: [] }, "notActivated: An empty list"],
    [{ reads: [] }, "reads: An empty list"],
    [{ outputIncludes: [] }, "outputIncludes: An empty list"],
    [{ outputIncludes: [""] }, "outputIncludes.0: This text is in every answer"],
    [{ outputIncludes: [" \n"] }, "outputIncludes.0: This text is in every answer"],
    [{ outputMatches: [] }, "outputMatches: An empty list"],
    [{ outputMatches: ["a*"] }, "outputMatches.0: This pattern is found without a single character"],
    [{ outputMatches: ["\\b"] }, "outputMatches.0: This pattern is found without a single character"],
    [{ outputMatches: [".+"] }, "outputMatches.0: This pattern is found in any character"],
    [{ outputMatches: ["\\S"] }, "outputMatches.0: This pattern is found in any character"],
    [
      { outputMatches: ["(a"] },
      "outputMatches.0: This is no pattern that can be matched here: missing closing )",
    ],
    [
      { outputMatches: ["(?=a)b"] },
      "outputMatches.0: This is no pattern that can be matched here: invalid or unsupported Perl syntax",
    ],
    [{ toolsCalled: [] }, "toolsCalled: An empty list"],
    [{ toolsCalled: [{ name: "" }] }, "toolsCalled.0.name: Name a tool"],
    [
      { toolsCalled: [{ name: "a", inputEquals: 1, inputContains: "x" }] },
      "toolsCalled.0: Give inputEquals or",
    ],
    [{ toolsCalled: [{ name: "a", inputContains: {} }] }, "toolsCalled.0.inputContains: Give an object"],
    [{ toolsCalled: [{ name: "a", inputContains: " " }] }, "toolsCalled.0.inputContains: Give an object"],
    [{ toolsCalled: [{ name: "a", inputEquals: "x".repeat(5_000) }] }, "toolsCalled.0.inputEquals: At most"],
    [{ toolsNotCalled: [] }, "toolsNotCalled: An empty list"],
    [{ tokensAtMost: 0 }, "tokensAtMost: "],
    [{ costAtMost: -1 }, "costAtMost: "],
    [{ costAtMost: Number.NaN }, "costAtMost: "],
    [{ durationAtMostMs: 0.5 }, "durationAtMostMs: "],
    [{ finish: "empty" }, "finish: "],
  ])("refuses %j, which enforces nothing or cannot be", (input, words) => {
    expect(said(input).join("\n")).toContain(words);
  });

  it("reads what was stored when less was refused", () => {
    const stored = { activations: [], outputIncludes: [""] };
    expect(storedExpectationsSchema.parse(stored)).toEqual(stored);
  });
});
