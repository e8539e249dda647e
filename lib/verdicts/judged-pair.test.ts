import { describe, expect, it } from "vitest";
import type { Grader } from "./grader-schema";
import {
  criteriaOf,
  directionOfCriteria,
  directionOfGraders,
  directionOfOrders,
  isSameInBoth,
  judgeWords,
} from "./judged-pair";

describe("a judge's word in both orders", () => {
  it("is a win where it prefers the answer with the skill in both, and a loss the other way round", () => {
    expect(directionOfOrders({ skillFirst: "first", skillSecond: "second" })).toBe("win");
    expect(directionOfOrders({ skillFirst: "second", skillSecond: "first" })).toBe("loss");
  });

  it("is a tie in all seven other ways, and the same in both orders in three of the nine", () => {
    const all = judgeWords.flatMap((skillFirst) =>
      judgeWords.map((skillSecond) => ({ skillFirst, skillSecond })),
    );
    expect(all.filter((orders) => directionOfOrders(orders) === "tie")).toHaveLength(7);
    expect(all.filter(isSameInBoth)).toHaveLength(3);
  });

  it.each(["first", "second"] as const)("is a tie where it goes by the order, always %s", (word) => {
    expect(directionOfOrders({ skillFirst: word, skillSecond: word })).toBe("tie");
    expect(isSameInBoth({ skillFirst: word, skillSecond: word })).toBe(false);
  });
});

describe("graders decide first", () => {
  it.each([
    ["passed", "failed", "loss"],
    ["failed", "passed", "win"],
    ["failed", "failed", "tie"],
    ["passed", "passed", "judge"],
    ["answered", "answered", "judge"],
    ["answered", "passed", "judge"],
    ["failed", "answered", "judge"],
    ["answered", "failed", "tie"],
    ["invalid", "passed", "invalid"],
    ["passed", "invalid", "invalid"],
    ["invalid", "answered", "invalid"],
  ] as const)("without it %s, with it %s: %s", (without, withSkill, direction) => {
    expect(directionOfGraders(without, withSkill)).toBe(direction);
  });
});

describe("several criteria", () => {
  it.each([
    [["win"], "win"],
    [["win", "tie"], "win"],
    [["loss", "tie", "loss"], "loss"],
    [["win", "loss"], "tie"],
    [["tie", "tie"], "tie"],
    [["win", "invalid"], "invalid"],
    [[], "invalid"],
  ] as const)("%j come to %s", (words, direction) => {
    expect(directionOfCriteria(words)).toBe(direction);
  });
});

describe("what a judge compares by", () => {
  const contains: Grader = { kind: "contains", text: "RIGHT" };
  const judge: Grader = { kind: "judge", criterion: "Names the owner." };
  const expectations = ["It is short.", "It is kind."];

  it("is each grader that is written for one, by its place", () => {
    expect(criteriaOf({ graders: [contains, judge], expectations })).toEqual([
      { grader: 1, criterion: "Names the owner." },
    ]);
  });

  it("is all expectations together where nothing else decides, behind the last grader", () => {
    expect(criteriaOf({ graders: [], expectations })).toEqual([
      { grader: 0, criterion: "More of these hold of it:\n- It is short.\n- It is kind." },
    ]);
    expect(criteriaOf({ graders: [{ kind: "file-exists", path: "out.pdf" }], expectations })).toMatchObject([
      { grader: 1 },
    ]);
  });

  it("is nothing where a grader without a model decides, or where nothing is said", () => {
    expect(criteriaOf({ graders: [contains], expectations })).toEqual([]);
    expect(criteriaOf({ graders: [], expectations: [] })).toEqual([]);
  });
});
