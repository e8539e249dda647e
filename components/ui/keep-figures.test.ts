import { describe, expect, it } from "vitest";
import { keepFigures } from "./keep-figures";

const stops = (text: string) => keepFigures(text).split(" ");

describe("keepFigures", () => {
  it.each([
    ["9 tasks won and 1 lost by the skill: exact p = 0.011.", "exact\u00a0p\u00a0=\u00a00.011."],
    ["Exact p = 0.5, above 0.05: it may be chance.", "Exact\u00a0p\u00a0=\u00a00.5,"],
    ["1 up, 2 down, p < 0.0001", "p\u00a0<\u00a00.0001"],
    ["That it wins 20 % of tasks is ruled out", "20\u00a0%"],
  ])("keeps what is one figure in one piece: %s", (text, whole) => {
    expect(stops(text)).toContain(whole);
  });

  it("lets the words around them go to another line", () => {
    expect(stops("3 lost; exact p = 1.")).toEqual(["3", "lost;", "exact\u00a0p\u00a0=\u00a01."]);
    expect(keepFigures("Step p of 3 is exact.")).toBe("Step p of 3 is exact.");
  });
});
