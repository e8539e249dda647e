import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aTurn } from "./fixtures/a-turn";
import { MetricBar, MetricTable } from "./metrics";

describe("a turn's figures", () => {
  it("say on which side each stands, also where no head does", () => {
    render(<MetricTable left={aTurn} right={{ ...aTurn, steps: 5 }} estimated={[false, false]} />);
    const cells = within(screen.getByRole("row", { name: /^Steps/ })).getAllByRole("cell");
    expect(cells.map((cell) => [cell.dataset.label, cell.textContent])).toEqual([
      [undefined, "Steps"],
      ["Left", "2"],
      ["Right", "5"],
      ["Change", "+3"],
    ]);
  });

  it("say what is not known as such, on either side and of the change", () => {
    render(<MetricTable left={aTurn} right={{ ...aTurn, cost: 0.02 }} estimated={[false, false]} />);
    const cells = within(screen.getByRole("row", { name: /^Cost/ })).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(["Cost", "–Not known", "$0.02", "–Not known"]);
  });

  it("stand below their column, those that nobody counted as well", () => {
    render(<MetricBar metrics={aTurn} estimated />);
    const figure = (name: string) => screen.getByText(name).nextElementSibling;
    expect(figure("Tokens in")).toHaveTextContent("4,000 (estimate)");
    expect(figure("Cost")).toHaveTextContent("Not known");
  });
});
