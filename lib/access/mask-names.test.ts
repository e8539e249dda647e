import { describe, expect, it } from "vitest";
import { maskNames } from "./mask-names";

const names = new Map([
  ["payroll", "closed skill 1"],
  ["layoffs", "closed skill 2"],
]);

describe("maskNames", () => {
  it("puts what stands for a name in its place, wherever it is a text of its own", () => {
    const at = new Date(0);
    expect(
      maskNames(
        { names: ["notes", "payroll"], cells: [{ activated: "layoffs", trials: 3 }], at, none: null },
        names,
      ),
    ).toEqual({
      names: ["notes", "closed skill 1"],
      cells: [{ activated: "closed skill 2", trials: 3 }],
      at,
      none: null,
    });
  });

  it("leaves keys, and texts in which a name only occurs", () => {
    const value = { payroll: "the payroll of May", list: ["payrolls"] };
    expect(maskNames(value, names)).toEqual(value);
  });

  it("is the very same value where nothing is closed", () => {
    const value = { a: ["payroll"] };
    expect(maskNames(value, new Map())).toBe(value);
  });
});
