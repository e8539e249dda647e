import { expect, it } from "vitest";
import { isDrift, wouldChange } from "./declared-outcomes";
import { declaredOutcomes } from "./schema";

const those = (is: (item: { outcome: string }) => boolean) =>
  declaredOutcomes.filter((outcome) => is({ outcome }));

it("calls drift only what is something else than the file says", () => {
  expect(those(isDrift)).toEqual(["created", "changed", "let-go"]);
});

it("applies also what is the same, but nobody's file kept", () => {
  expect(those(wouldChange)).toEqual(["created", "changed", "taken-over", "let-go"]);
});
