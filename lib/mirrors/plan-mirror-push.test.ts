import { describe, expect, it } from "vitest";
import { aHistory, takenBack } from "@/lib/testing/delivery/git-histories";
import { planMirrorPush } from "./plan-mirror-push";

const none = takenBack();
/** A commit that is none of the history's own. */
const elsewhere = "e".repeat(40);

/** The ids of a history, which has at least one commit. */
function idsOf(rows: ReturnType<typeof aHistory>) {
  const ids = rows.map(({ id }) => id);
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) throw new Error("There are no commits.");
  return { ids, first, last };
}

describe("what a push would do", () => {
  it("is nothing where nothing was ever published, and everything to a branch that is not there", () => {
    expect(planMirrorPush({ rows: [], takenBack: none }, null, [])).toEqual({
      state: "empty",
      base: null,
      remote: null,
      commits: [],
      withheld: 0,
    });
    const rows = aHistory(3);
    const plan = planMirrorPush({ rows, takenBack: none }, null, []);
    expect(plan).toMatchObject({ state: "first", base: null, remote: null, withheld: 0 });
    expect(plan.commits.map(({ id }) => id)).toEqual(idsOf(rows).ids);
  });

  it("is what is missing after the commit that is there", () => {
    const rows = aHistory(3);
    const { ids, first, last } = idsOf(rows);
    const plan = planMirrorPush({ rows, takenBack: none }, first, []);
    expect(plan).toMatchObject({ state: "forward", base: { number: 1, id: first }, remote: first });
    expect(plan.commits.map(({ id }) => id)).toEqual(ids.slice(1));
    expect(planMirrorPush({ rows, takenBack: none }, last, [])).toMatchObject({
      state: "current",
      commits: [],
    });
  });

  it("goes on from a commit with an id of its own that was sent there before", () => {
    const rows = aHistory(4);
    const sent = { number: 3, id: elsewhere };
    const plan = planMirrorPush({ rows, takenBack: takenBack(2) }, elsewhere, [sent]);
    expect(plan).toMatchObject({ state: "forward", base: sent, remote: elsewhere });
    expect(plan.commits).toMatchObject([{ number: 4, parents: [elsewhere] }]);
    expect(plan.commits[0]?.id).not.toBe(rows[3]?.id);
  });

  it("believes the history more than what was noted of the same commit", () => {
    const rows = aHistory(3);
    const { first } = idsOf(rows);
    const plan = planMirrorPush({ rows, takenBack: none }, first, [{ number: 3, id: first }]);
    expect(plan).toMatchObject({ state: "forward", base: { number: 1 } });
    expect(plan.commits).toHaveLength(2);
  });

  it("is nothing where all that is missing was taken back", () => {
    const rows = aHistory(3);
    const { first } = idsOf(rows);
    expect(planMirrorPush({ rows, takenBack: takenBack(2, 3) }, first, [])).toMatchObject({
      state: "current",
      commits: [],
      withheld: 2,
    });
  });

  it("begins anew where the branch has what nobody here knows, also where nothing is published", () => {
    const rows = aHistory(2);
    const known = [{ number: 1, id: "a".repeat(40) }];
    const plan = planMirrorPush({ rows, takenBack: none }, elsewhere, known);
    expect(plan).toMatchObject({ state: "diverged", base: null, remote: elsewhere });
    expect(plan.commits.map(({ id }) => id)).toEqual(idsOf(rows).ids);
    expect(planMirrorPush({ rows: [], takenBack: none }, elsewhere, known)).toMatchObject({
      state: "diverged",
      commits: [],
      withheld: 0,
    });
  });

  it("takes no commit of a longer history that was pushed before for one of this", () => {
    const rows = aHistory(2);
    const plan = planMirrorPush({ rows, takenBack: none }, elsewhere, [{ number: 5, id: elsewhere }]);
    expect(plan).toMatchObject({ state: "diverged", base: null, remote: elsewhere, withheld: 0 });
    expect(plan.commits).toHaveLength(2);
  });
});
