import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aTurn } from "./fixtures/a-turn";
import { MetricTable } from "./metrics";

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
});
