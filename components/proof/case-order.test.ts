import { describe, expect, it } from "vitest";
import {
  compareHosts,
  filterCases,
  isNotRight,
  markOfTrial,
  orderCases,
  whereHostsCompare,
  whereHostsDisagree,
} from "./case-order";
import { aCase, someCases } from "./fixtures/suite-shapes";

const numbers = (cases: readonly { number: number }[]) => cases.map(({ number }) => number);

const inTwo = [
  aCase(1, "a", { standard: ["right"], codex: ["right"] }),
  aCase(2, "b", { standard: ["right"], codex: ["missed"] }),
  aCase(3, "c", { standard: [null], codex: [null] }),
  aCase(4, "d", { standard: ["invalid"], codex: ["right"] }),
  aCase(5, "e", { standard: ["fired"], codex: ["fired"] }),
];

describe("the order of cases", () => {
  it("puts what is not right in the host looked at first, then invalid, not run, wrong elsewhere, right", () => {
    expect(numbers(orderCases(inTwo, "standard"))).toEqual([5, 4, 3, 2, 1]);
    expect(numbers(orderCases(inTwo, "codex"))).toEqual([2, 5, 3, 1, 4]);
  });
});

describe("the filter of cases", () => {
  it("leaves what came out wrong in any host; what is invalid or has not ended is not wrong", () => {
    expect(numbers(inTwo.filter(isNotRight))).toEqual([2, 5]);
  });

  it("takes the cases of a cell of the matrix", () => {
    const cell = {
      place: { expected: "incident-triage", notThis: false, activated: "log-query" },
      cases: ["c2", "c3"],
    };
    expect(numbers(filterCases(someCases(), { onlyNotRight: false, cell }))).toEqual([2, 3]);
  });
});

describe("where hosts disagree", () => {
  it("is what came to one thing in one and to another in the next; invalid and not run are neither", () => {
    expect(numbers(whereHostsDisagree(inTwo))).toEqual([2]);
    const robbed = aCase(6, "f", { standard: ["missed"], codex: ["stolen"] });
    expect(numbers(whereHostsDisagree([...inTwo, robbed]))).toEqual([2, 6]);
  });

  it("can be said of cases that count in two hosts", () => {
    expect(numbers(whereHostsCompare(inTwo))).toEqual([1, 2, 5]);
  });

  it("is counted against one host: lost, gained, and wrong in another way", () => {
    const robbed = aCase(6, "f", { standard: ["missed"], codex: ["stolen"] });
    expect(compareHosts([...inTwo, robbed], "codex", "standard")).toEqual({
      compared: 4,
      lost: 1,
      gained: 0,
      otherwise: 1,
    });
    expect(compareHosts(inTwo, "standard", "codex")).toMatchObject({ lost: 0, gained: 1 });
  });
});

describe("the mark of a trial", () => {
  it.each([
    ["done", "right", "right"],
    ["done", "stolen", "wrong"],
    ["invalid", "invalid", "invalid"],
    ["running", null, null],
    ["queued", null, null],
  ] as const)("of %s and %s is %s", (state, outcome, mark) => {
    expect(markOfTrial({ state, outcome })).toBe(mark);
  });
});
