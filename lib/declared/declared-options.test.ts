import { expect, it } from "vitest";
import { type DeclaredOutcome, declaredOutcomes, isDrift, wouldChange } from "./declared-options";

const those = (is: (item: { outcome: DeclaredOutcome }) => boolean) =>
  declaredOutcomes.filter((outcome) => is({ outcome }));

it("calls drift only what is something else than the file says", () => {
  expect(those(isDrift)).toEqual(["created", "changed", "let-go"]);
});

it("applies also what is the same, but nobody's file kept", () => {
  expect(those(wouldChange)).toEqual(["created", "changed", "taken-over", "let-go"]);
});
