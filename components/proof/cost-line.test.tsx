import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { CostLine } from "./cost-line";
import { aSuiteRun } from "./fixtures/suite-shapes";

const show = (over: Parameters<typeof aSuiteRun>[0]) =>
  render(<CostLine run={aSuiteRun(over)} noStop={undefined} isStopping={false} onStop={vi.fn()} />);
const cost = () => screen.getByRole("region", { name: "Cost" });

describe("what a run cost", () => {
  it("is nothing where no language model was asked", () => {
    show({ scripted: true, asksLive: false, costUsd: 0, capUsd: 2 });
    expect(cost()).toHaveTextContent("Costs nothing: no language model is asked");
    expect(screen.queryByRole("meter", { name: "Spent of the cap" })).toBeNull();
  });

  it("is said of a live model that rules chose for, with what is left of the cap", () => {
    show({ scripted: true, asksLive: true, costUsd: 0.5, capUsd: 2 });
    expect(cost()).toHaveTextContent("$0.5 of $2.00 cap");
    expect(screen.getByRole("meter", { name: "Spent of the cap" })).toBeVisible();
  });

  it("is not known without a price", () => {
    show({ scripted: true, asksLive: true, costUsd: null });
    expect(cost()).toHaveTextContent("the model’s price is not known");
  });
});
