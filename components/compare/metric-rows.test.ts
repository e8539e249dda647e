import { describe, expect, it } from "vitest";
import type { RunMetrics } from "@/lib/runtime/compare-runs";
import { metricRows } from "./metric-rows";

const run: RunMetrics = {
  steps: 2,
  inputTokens: 4_000,
  outputTokens: 90,
  cachedTokens: null,
  tokensSaved: 0,
  tokensRepeated: 0,
  activations: 1,
  reads: 0,
  toolCalls: 0,
  refusals: 0,
  cost: null,
  timeToFirstTokenMs: 40,
  durationMs: 900,
};

describe("metricRows", () => {
  const row = (name: string, right: RunMetrics | null) =>
    metricRows(run, right).find((one) => one.name === name);

  it("says what changed from left to right, with its sign", () => {
    expect(row("Tokens in", { ...run, inputTokens: 2_796 })).toMatchObject({ change: "−1,204" });
    expect(row("Activations", { ...run, activations: 3 })).toMatchObject({
      values: ["1", "3"],
      change: "+2",
    });
    expect(row("Steps", run)).toMatchObject({ change: "0" });
  });

  it("says which tokens nobody reported", () => {
    const rows = metricRows(run, run, [true, false]);
    const values = (name: string) => rows.find((one) => one.name === name)?.values;
    expect(values("Tokens in")).toEqual(["4,000 (estimate)", "4,000"]);
    expect(values("Steps")).toEqual(["2", "2"]);
  });

  it("never turns what is not known into a number", () => {
    expect(row("Cost", { ...run, cost: 0.02 })).toMatchObject({
      values: ["-", expect.any(String)],
      change: "",
    });
    expect(row("Duration", null)).toMatchObject({ values: [expect.any(String), "-"], change: "" });
  });
});
