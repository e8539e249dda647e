import { describe, expect, it } from "vitest";
import { continueHistory } from "@/lib/delivery/git/continue-history";
import { aHistory, takenBack } from "@/lib/testing/delivery/git-histories";
import { planMirrorPush } from "./plan-mirror-push";
import { isOf, numberedIn } from "./sent-commits";

const [mine, other] = ["a".repeat(64), "b".repeat(64)];
const id = "e".repeat(40);

describe("the number of a commit that was sent", () => {
  it("counts in one history", () => {
    const content = { history: mine, rows: aHistory(3) };
    expect(isOf(content, { number: 3, history: mine })).toBe(true);
    expect(isOf(content, { number: 3, history: other })).toBe(false);
    expect(isOf(content, { number: 4, history: mine })).toBe(false);
  });

  it("was noted without its history once, when there was one alone", () => {
    const content = { history: mine, rows: aHistory(3) };
    expect(isOf(content, { number: 3, history: null })).toBe(true);
    expect(isOf(content, { number: 4, history: null })).toBe(false);
  });

  it("is none in another history, which goes on top of it whole", () => {
    const content = { history: mine, rows: aHistory(2), takenBack: takenBack() };
    const known = numberedIn(content, [
      { id, number: 2, history: other },
      { id: "f".repeat(40), number: 1, history: mine },
    ]);
    expect(known.map(({ number }) => number)).toEqual([0, 1]);
    const plan = planMirrorPush(content, id, known);
    expect(plan).toMatchObject({ state: "forward", base: { number: 0, id }, withheld: 0 });
    expect(plan.commits).toMatchObject([{ number: 1, parents: [id] }, { number: 2 }]);
  });
});

describe("a commit that arrived and was not noted", () => {
  const rows = aHistory(5);
  const content = { rows, takenBack: takenBack(2) };
  const [first] = rows;
  if (!first) throw new Error("There are no commits.");

  it("is known as what follows from the last one that was, with ids of their own", () => {
    const known = [{ number: 1, id: first.id }];
    const [third, fourth] = continueHistory(content, { number: 1, id: first.id }).commits;
    if (!third || !fourth) throw new Error("There are too few commits.");
    expect(third.id).not.toBe(rows[2]?.id);
    for (const { number, id: remote } of [third, fourth]) {
      const plan = planMirrorPush(content, remote, known);
      expect(plan).toMatchObject({ state: "forward", remote, base: { number, id: remote } });
      expect(plan.commits).toHaveLength(5 - number);
    }
  });

  it("is known of a first push too", () => {
    const commits = continueHistory(content, null).commits;
    const last = commits.at(-1);
    if (!last) throw new Error("There are no commits.");
    expect(planMirrorPush(content, last.id, [])).toMatchObject({ state: "current", base: { number: 5 } });
    expect(planMirrorPush(content, id, [{ number: 1, id: first.id }])).toMatchObject({ state: "diverged" });
  });
});
