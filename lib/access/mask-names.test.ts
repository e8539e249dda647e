import { describe, expect, it } from "vitest";
import { maskNames } from "./mask-names";

const names = new Map([
  ["payroll", "closed skill 1"],
  ["layoffs", "closed skill 2"],
]);

describe("maskNames", () => {
  it("puts what stands for a name in its place, wherever a field holds names", () => {
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

  it("leaves every other word, though a skill is called like it", () => {
    const words = new Map(
      ["worse", "live", "judged", "done", "payroll"].map((name) => [name, "closed skill 1"]),
    );
    const value = {
      state: "done",
      model: { kind: "live" },
      hosts: [{ word: "judged", against: { outcome: "worse" } }],
      agent: { slug: "payroll" },
      query: "payroll",
    };
    expect(maskNames(value, words)).toEqual(value);
    expect(maskNames({ lost: [{ query: "payroll", by: "payroll" }] }, words)).toEqual({
      lost: [{ query: "payroll", by: "closed skill 1" }],
    });
  });

  it("leaves keys, and texts in which a name only occurs", () => {
    const value = { payroll: "the payroll of May", names: ["payrolls"] };
    expect(maskNames(value, names)).toEqual(value);
  });

  it("is the very same value where nothing is closed", () => {
    const value = { names: ["payroll"] };
    expect(maskNames(value, new Map())).toBe(value);
  });
});
