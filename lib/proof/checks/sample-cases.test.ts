import { describe, expect, it } from "vitest";
import type { Expected, TriedCase } from "../suites/case-schema";
import { sampleCases } from "./sample-cases";

const own: Expected = { kind: "skill", name: "pdf-tools" };
const cases = (count: number, expected: Expected, query: (at: number) => string): TriedCase[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${expected.kind} ${at}`,
    number: at + 1,
    query: query(at),
    expected,
    note: null,
  }));

describe("the cases that a self-check tries", () => {
  it("are all of a small suite", () => {
    const all = cases(5, own, (at) => `Merge ${at}`);
    expect(sampleCases(all, 5)).toEqual(all);
  });

  it("are some of every kind of a large one, in its order", () => {
    const all = [
      ...cases(300, own, (at) => `Merge ${at}`),
      ...cases(2, { kind: "not-this" }, (at) => `Sort ${at}`),
      ...cases(300, { kind: "nothing" }, (at) => `Joke ${at}`),
    ];
    const sample = sampleCases(all, 10);
    expect(sample.map(({ expected }) => expected.kind)).toEqual([
      ...new Array<string>(4).fill("skill"),
      ...new Array<string>(2).fill("not-this"),
      ...new Array<string>(4).fill("nothing"),
    ]);
    expect(sampleCases(all, 10)).toEqual(sample);
  });

  it("begin with those whose message may name a skill", () => {
    const all = cases(50, own, (at) =>
      at === 40 ? "/pdf-tools merge" : at === 41 ? "ask @pdf-tools" : "Hm",
    );
    expect(sampleCases(all, 2).map(({ query }) => query)).toEqual(["/pdf-tools merge", "ask @pdf-tools"]);
  });
});
