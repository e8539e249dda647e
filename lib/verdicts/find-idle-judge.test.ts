import { describe, expect, it } from "vitest";
import { countHabits, findIdleJudge } from "./find-idle-judge";
import type { JudgeOrders, JudgeWord } from "./judged-pair";

const both = (word: JudgeWord): JudgeOrders => ({ skillFirst: word, skillSecond: word });
const win: JudgeOrders = { skillFirst: "first", skillSecond: "second" };

describe("a judge that decides nothing", () => {
  it.each([
    ["first", "always-first", "goes by the order"],
    ["second", "always-second", "goes by the order"],
    ["tie", "always-tie", "tells nothing apart"],
  ] as const)("and always says %s is named", (word, reason, said) => {
    const idle = findIdleJudge([both(word), both(word), both(word)]);
    expect(idle?.reason).toBe(reason);
    expect(idle?.message).toContain(said);
  });

  it("is not named by fewer than three pairs, nor when it says something else once", () => {
    expect(findIdleJudge([])).toBeNull();
    expect(findIdleJudge([both("tie"), both("tie")])).toBeNull();
    expect(findIdleJudge([both("first"), both("first"), both("first"), win])).toBeNull();
  });
});

it("counts what a judge is in the habit of saying", () => {
  expect(countHabits([win, both("first"), both("tie")])).toEqual({
    agreed: 2,
    turned: 1,
    first: 3,
    second: 1,
    tie: 2,
  });
});
