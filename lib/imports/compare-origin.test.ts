import { describe, expect, it } from "vitest";
import { comparable, compareOrigin } from "./compare-origin";

describe("compareOrigin", () => {
  it.each([
    ["the same text, whatever was read", { theirs: "a", ours: "a", base: "b" }, "unchanged"],
    ["the same text, never read from there", { theirs: "a", ours: "a", base: null }, "unchanged"],
    ["a newer text there alone", { theirs: "b", ours: "a", base: "a" }, "changed"],
    ["a newer text here alone", { theirs: "a", ours: "b", base: "a" }, "edited"],
    ["a newer text in both", { theirs: "b", ours: "c", base: "a" }, "conflict"],
    ["another skill of that name", { theirs: "b", ours: "c", base: null }, "unlinked"],
  ] as const)("tells %s", (_, texts, outcome) => {
    expect(compareOrigin(texts)).toBe(outcome);
  });
});

describe("comparable", () => {
  const text = (...paths: string[]) =>
    comparable({ digest: "a", executables: paths.map((path) => ({ path })) });

  it("tells texts apart by what is executable in them, in whatever order", () => {
    expect(text("a.sh", "b.sh")).toBe(text("b.sh", "a.sh"));
    expect(new Set([text(), text("a.sh"), text("a.sh", "b.sh"), text("a.sh,b.sh")]).size).toBe(4);
  });
});
