import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { RunMetrics } from "@/lib/runtime/compare-runs";
import { MetricTable } from "./metrics";

const turn: RunMetrics = {
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

describe("a turn's figures", () => {
  it("say on which side each stands, also where no head does", () => {
    render(<MetricTable left={turn} right={{ ...turn, steps: 5 }} estimated={[false, false]} />);
    const cells = within(screen.getByRole("row", { name: /^Steps/ })).getAllByRole("cell");
    expect(cells.map((cell) => [cell.dataset.label, cell.textContent])).toEqual([
      [undefined, "Steps"],
      ["Left", "2"],
      ["Right", "5"],
      ["Change", "+3"],
    ]);
  });
});
