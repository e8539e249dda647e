import { describe, expect, it } from "vitest";
import { type AssignmentChange, type AssignmentRow, applyChange, sayChange } from "./assignment-list";

const row = (skill: string): AssignmentRow => ({ skill, enabled: true, follows: "latest" });
const rows = ["a", "b", "c", "d"].map(row);
const apply = (change: AssignmentChange, to: readonly AssignmentRow[] = rows) =>
  applyChange(to, change, ({ skill, follows }) => ({ skill, follows, enabled: true }));
const order = (list: readonly AssignmentRow[]) => list.map(({ skill }) => skill).join("");

describe("applyChange", () => {
  it.each([
    ["d", 0, "dabc"],
    ["a", 3, "bcda"],
    ["b", 2, "acbd"],
    ["c", 99, "abdc"],
    ["c", -1, "cabd"],
  ])("moves %s to position %i", (skill, to, expected) => {
    expect(order(apply({ kind: "move", skill, to }))).toBe(expected);
  });

  it("answers the same list when nothing changes, so that nothing is sent", () => {
    expect(apply({ kind: "move", skill: "b", to: 1 })).toBe(rows);
    expect(apply({ kind: "remove", skill: "gone" })).toBe(rows);
    expect(apply({ kind: "assign", skill: "a", follows: "draft" })).toBe(rows);
  });

  it("switches, follows, removes and assigns at the end", () => {
    expect(apply({ kind: "switch", skill: "b", enabled: false })[1]).toMatchObject({ enabled: false });
    expect(apply({ kind: "follow", skill: "c", follows: "version", version: 4 })[2]).toMatchObject({
      follows: "version",
      version: 4,
    });
    expect(order(apply({ kind: "remove", skill: "a" }))).toBe("bcd");
    expect(order(apply({ kind: "assign", skill: "e", follows: "latest" }))).toBe("abcde");
  });

  it("forgets the label when a version is pinned", () => {
    const labelled = apply({ kind: "follow", skill: "a", follows: "label", label: "production" });
    const pinned = apply({ kind: "follow", skill: "a", follows: "version", version: 2 }, labelled);
    expect(pinned[0]?.label).toBeUndefined();
  });
});

describe("sayChange", () => {
  const say = (change: AssignmentChange) => Object.values(sayChange(rows, change)).join("");

  it.each<[AssignmentChange, string]>([
    [{ kind: "move", skill: "d", to: 2 }, "Moved d from 4 to 3."],
    [{ kind: "switch", skill: "a", enabled: false }, "Switched a off."],
    [{ kind: "follow", skill: "a", follows: "version", version: 9 }, "a now follows v9."],
    [{ kind: "follow", skill: "a", follows: "label", label: "staging" }, "a now follows staging."],
    [{ kind: "remove", skill: "a" }, "Removed a."],
    [{ kind: "assign", skill: "e", follows: "latest" }, "Assigned e at 5."],
  ])("says what was done: %o", (change, sentence) => {
    expect(say(change)).toBe(sentence);
  });
});
