import { describe, expect, it } from "vitest";
import type { RunMetrics } from "@/lib/runtime/compare-runs";
import { aTurn } from "./fixtures/a-turn";
import { metricRows } from "./metric-rows";

describe("metricRows", () => {
  const row = (name: string, right: RunMetrics | null) =>
    metricRows(aTurn, right).find((one) => one.name === name);

  it("says what changed from left to right, with its sign", () => {
    expect(row("Tokens in", { ...aTurn, inputTokens: 2_796 })).toMatchObject({ change: "−1,204" });
    expect(row("Activations", { ...aTurn, activations: 3 })).toMatchObject({
      values: ["1", "3"],
      change: "+2",
    });
    expect(row("Steps", aTurn)).toMatchObject({ change: "0" });
  });

  it("says which tokens nobody reported", () => {
    const rows = metricRows(aTurn, aTurn, [true, false]);
    const values = (name: string) => rows.find((one) => one.name === name)?.values;
    expect(values("Tokens in")).toEqual(["4,000 (estimate)", "4,000"]);
    expect(values("Steps")).toEqual(["2", "2"]);
  });

  it("never turns what is not known into a number", () => {
    expect(row("Cost", { ...aTurn, cost: 0.02 })).toMatchObject({
      values: [null, expect.any(String)],
      change: null,
    });
    expect(row("Duration", null)).toMatchObject({ values: [expect.any(String), null], change: null });
  });
});
