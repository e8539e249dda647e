import { describe, expect, it } from "vitest";
import { compareSide, findFlips, judgeImprovement } from "./judge-candidate";
import type { JudgedCase } from "./judge-suite";

const one = (id: string, outcome: JudgedCase["outcome"]): JudgedCase => ({
  id,
  outcome,
  right: outcome === "right" ? 3 : 0,
  expected: { kind: "skill", name: "triage" },
  by: null,
  counted: outcome === "invalid" || outcome === null ? 0 : 3,
  invalid: outcome === "invalid" ? 3 : 0,
  activated: [],
  alsoActivated: [],
});

const letters = { r: "right", m: "missed", i: "invalid", s: "stolen" } as const;
/** One letter a case: "rm" is a right one and a missed one. */
const cases = (text: string) =>
  [...text].map((letter, at) =>
    one(String(at), Object.entries(letters).find(([known]) => known === letter)?.[1] ?? null),
  );
const side = (before: string, after: string) => ({ before: cases(before), after: cases(after) });
const nothing = side("mmm", "mmm");
const judge = (heldOut: ReturnType<typeof side>, training = nothing, tried = 1) =>
  judgeImprovement({ heldOut, training, tried }).word;

describe("a candidate on held-out cases", () => {
  it("improves when the exact test says so", () => {
    expect(judge(side("mmmmmrr", "rrrrrrr"))).toBe("improves");
    expect(judge(side("mmmmrr", "rrrrrr"))).toBe("not-shown");
  });

  it("has to gain more when it is one of several", () => {
    expect(judge(side("mmmmmrr", "rrrrrrr"), nothing, 3)).toBe("not-shown");
    const judged = judgeImprovement({
      heldOut: side("mmmmmmr", "rrrrrrr"),
      training: nothing,
      tried: 3,
    });
    expect(judged.word).toBe("improves");
    expect(judged.p).toBeCloseTo(3 / 64, 10);
  });

  it("is a train-only gain when only the cases that it was made from get better", () => {
    expect(judge(side("mmmmmrr", "mmmmmrr"), side("mmm", "rrr"))).toBe("train-only-gain");
    expect(judge(side("mrmrm", "rmmrm"), side("mmm", "rrr"))).toBe("train-only-gain");
  });

  it("gains nothing, or is worse, whatever was learnt", () => {
    expect(judge(side("mmrr", "mmrr"))).toBe("no-gain");
    expect(judge(side("mmrr", "mmrm"), side("mmm", "rrr"))).toBe("worse");
  });

  it("says nothing when too many cases were not measured, or none is on both sides", () => {
    expect(judge(side("mmmmm", "rrrii"))).toBe("not-measured");
    expect(judge(side("", ""))).toBe("not-measured");
    expect(judge(side("mmmmmmmmm", "rrrrrrrri"))).toBe("improves");
  });
});

describe("one side", () => {
  it("leaves cases out that are in one of the two alone", () => {
    const compared = compareSide({ before: cases("rr"), after: cases("rrm") });
    expect(compared).toMatchObject({ added: ["2"], broken: false, lost: [] });
  });
});

describe("what flips", () => {
  it("is every case that was right and is so no more, with those that nobody knows of apart", () => {
    expect(findFlips(side("rrrmm", "rsimr"))).toEqual({ lost: ["1"], unknown: ["2"] });
    expect(findFlips({ before: cases("r"), after: [one("0", null)] })).toEqual({ lost: [], unknown: ["0"] });
    expect(findFlips(side("mm", "ss"))).toEqual({ lost: [], unknown: [] });
  });
});
