import { describe, expect, it } from "vitest";
import { objectId } from "@/lib/git/objects";
import { aHistory, takenBack } from "@/lib/testing/delivery/git-histories";
import { continueHistory } from "./continue-history";

describe("what leads to the newest commit", () => {
  it("is the history itself, from the beginning or from what is there", () => {
    const rows = aHistory(4);
    const ids = rows.map(({ id }) => id);
    const all = continueHistory({ rows, takenBack: takenBack() }, null);
    expect(all.commits.map(({ id }) => id)).toEqual(ids);
    const [, second] = rows;
    if (!second) throw new Error("There are too few.");
    const rest = continueHistory({ rows, takenBack: takenBack() }, { number: 2, id: second.id });
    expect(rest.commits.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(rest.withheld).toBe(0);
  });

  it("leaves out what was taken back, and gives what comes after it parents and ids of their own", () => {
    const rows = aHistory(4);
    const { commits, withheld } = continueHistory({ rows, takenBack: takenBack(2) }, null);
    expect(withheld).toBe(1);
    expect(commits.map(({ number }) => number)).toEqual([1, 3, 4]);
    const [first, third, fourth] = commits;
    expect(first?.id).toBe(rows[0]?.id);
    expect(third?.parents).toEqual([first?.id]);
    expect(third?.id).not.toBe(rows[2]?.id);
    expect(fourth?.parents).toEqual([third?.id]);
    for (const { id, bytes } of commits) expect(objectId("commit", bytes)).toBe(id);
    expect(continueHistory({ rows, takenBack: takenBack(2) }, null).commits).toEqual(commits);
  });

  it("goes on from a commit of either kind", () => {
    const rows = aHistory(4);
    const content = { rows, takenBack: takenBack(2) };
    const [, third, fourth] = continueHistory(content, null).commits;
    if (!third || !rows[1] || !rows[2]) throw new Error("There are too few.");
    expect(continueHistory(content, { number: 3, id: third.id }).commits).toEqual([fourth]);
    const had = continueHistory(content, { number: 2, id: rows[1].id });
    expect(had.commits.map(({ id }) => id)).toEqual([rows[2].id, rows[3]?.id]);
  });

  it("begins without a parent where the first ones are gone", () => {
    const rows = aHistory(3);
    const { commits } = continueHistory({ rows, takenBack: takenBack(1, 2) }, null);
    expect(commits).toHaveLength(1);
    expect(commits[0]?.parents).toEqual([]);
  });
});
