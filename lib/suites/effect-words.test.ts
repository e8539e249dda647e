import { expect, it } from "vitest";
import { describeCost } from "./effect-report";
import { sayArm, signedShare } from "./effect-words";

it("says a price that is not known, and no kept answers where there are none", () => {
  const cost = { usd: null, trials: 1, asked: 1, kept: 0, tokens: { input: 1, output: 0 } };
  expect(describeCost({ cost })).toBe("Price not known, 1 trial, 1 call, 1 token in and 0 tokens out");
});

it("words arms and differences", () => {
  const arms = ["without", "found", "given", "approved"] as const;
  expect(arms.map((arm) => sayArm({ arm, leftOut: null }))).toEqual([
    "Without",
    "Found",
    "Given",
    "Published",
  ]);
  expect(sayArm({ arm: "left-out", leftOut: "references/a|b.md" })).toBe("Without references/a|b.md");
  expect([0.25, -0.1, 0.001].map(signedShare)).toEqual(["+0.25", "−0.10", "0.00"]);
});
