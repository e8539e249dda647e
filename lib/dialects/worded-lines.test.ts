import { describe, expect, it } from "vitest";
import { WordedLines } from "./worded-lines";
import type { Rewording } from "./wording";

const line = (to: string[], from: string[] = to.map((word) => word.toUpperCase())): Rewording => ({
  from,
  to,
});

describe("a host's lines", () => {
  it("are found by how they begin, with what stands in their slots", () => {
    const lines = new WordedLines([line(["Took ", " s"]), line(["Took long"]), line(["Ran: ", ""])]);
    expect(lines.find("Took 3 s")).toEqual({ from: ["TOOK ", " S"], slots: ["3"] });
    expect(lines.find("Took long")).toEqual({ from: ["TOOK LONG"], slots: [] });
    expect(lines.find("Ran: a")).toEqual({ from: ["RAN: ", ""], slots: ["a"] });
    for (const other of ["", "T", "Took", "took 3 s", "Took 3", " Ran: a"])
      expect(lines.find(other), other).toBeNull();
  });

  it("are the first that fits, whether or not it begins with a slot", () => {
    const [any, exact] = [line(["", "x"], ["any ", "x"]), line(["ax"], ["exact"])];
    expect(new WordedLines([any, exact]).find("ax")).toEqual({ from: any.from, slots: ["a"] });
    expect(new WordedLines([exact, any]).find("ax")).toEqual({ from: exact.from, slots: [] });
    const [long, short] = [line(["ab", ""], ["long ", ""]), line(["a", ""], ["short ", ""])];
    expect(new WordedLines([short, long]).find("abc")).toEqual({ from: short.from, slots: ["bc"] });
    expect(new WordedLines([long, short]).find("abc")).toEqual({ from: long.from, slots: ["c"] });
  });

  it("may be none, or empty", () => {
    expect(new WordedLines([]).find("a")).toBeNull();
    expect(new WordedLines([line([""])]).find("")).toEqual({ from: [""], slots: [] });
  });

  it("are found in signs of two units as well", () => {
    expect(new WordedLines([line(["😀 ", ""])]).find("😀 a")).toMatchObject({ slots: ["a"] });
    expect(new WordedLines([line(["😀 ", ""])]).find("😁 a")).toBeNull();
  });
});
