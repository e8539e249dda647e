import { render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ConfusionMatrix } from "./confusion-matrix";

const cells = [
  { expected: "triage", notThis: false, activated: "triage", trials: 6, also: 0, cases: ["c1"] },
  { expected: null, notThis: true, activated: "deploy", trials: 3, also: 0, cases: ["c2"] },
  { expected: null, notThis: true, activated: "triage", trials: 2, also: 0, cases: ["c3"] },
  { expected: null, notThis: false, activated: "deploy", trials: 1, also: 0, cases: ["c4"] },
];

function open() {
  const onChoose = vi.fn();
  render(<ConfusionMatrix names={["triage", "deploy"]} cells={cells} chosen={null} onChoose={onChoose} />);
  return onChoose;
}

const cell = (name: RegExp) => screen.getByRole("button", { name });

describe("the matrix of what was expected and activated", () => {
  it("has a row of its own for anything but this skill, in which this skill alone is wrong", () => {
    open();
    const rows = screen.getAllByRole("rowheader").map((head) => head.textContent);
    expect(rows).toEqual(["1triage", "not this one", "–nothing"]);
    expect(cell(/^Expected not this one, activated deploy: *3 *trials$/)).not.toHaveClass("text-warn");
    expect(cell(/^Expected not this one, activated triage: *2 *trials$/)).toHaveClass("text-warn");
    expect(cell(/^Expected nothing, activated deploy: *1 *trial$/)).toHaveClass("text-warn");
    const notThis = screen.getByRole("row", { name: /^not this one/ });
    expect(within(notThis).getAllByRole("cell").at(-1)).toHaveTextContent("5");
  });

  it("leads to the cases of the row that was meant", () => {
    const onChoose = open();
    cell(/^Expected not this one, activated deploy/).click();
    expect(onChoose).toHaveBeenCalledWith({ expected: null, notThis: true, activated: "deploy" });
  });
});
