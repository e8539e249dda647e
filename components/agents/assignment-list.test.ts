import { describe, expect, it } from "vitest";
import type { Assignment } from "@/lib/agents/schema";
import {
  type AssignmentChange,
  applyChange,
  countOn,
  inverseOf,
  sayChange,
  toInput,
} from "./assignment-list";

const row = (skill: string, over: Partial<Assignment> = {}): Assignment => ({
  skillId: "0190a000-0000-7000-8000-000000000000",
  skill,
  description: "",
  enabled: true,
  priority: 1,
  follows: "latest",
  label: null,
  version: null,
  resolved: { kind: "none", reason: "" },
  archived: false,
  choices: { latest: 1, versions: [1], labels: [], draftRevision: 1 },
  ...over,
});
const rows = ["a", "b", "c", "d"].map((skill) => row(skill));
const order = (list: readonly Assignment[]) => list.map(({ skill }) => skill).join("");

describe("applyChange", () => {
  it.each([
    ["d", 0, "dabc"],
    ["a", 3, "bcda"],
    ["b", 2, "acbd"],
    ["c", 99, "abdc"],
    ["c", -1, "cabd"],
  ])("moves %s to position %i", (skill, to, expected) => {
    expect(order(applyChange(rows, { kind: "move", skill, to }))).toBe(expected);
  });

  it("answers the same list when nothing changes, so that nothing is sent", () => {
    expect(applyChange(rows, { kind: "move", skill: "b", to: 1 })).toBe(rows);
    expect(applyChange(rows, { kind: "remove", skill: "gone" })).toBe(rows);
    expect(applyChange(rows, { kind: "assign", row: row("a") })).toBe(rows);
  });

  it("switches, removes and assigns at the end", () => {
    expect(applyChange(rows, { kind: "switch", skill: "b", enabled: false })[1]?.enabled).toBe(false);
    expect(order(applyChange(rows, { kind: "remove", skill: "a" }))).toBe("bcd");
    expect(order(applyChange(rows, { kind: "assign", row: row("e") }))).toBe("abcde");
  });
});

describe("inverseOf", () => {
  it.each<AssignmentChange>([
    { kind: "move", skill: "d", to: 0 },
    { kind: "switch", skill: "b", enabled: false },
    { kind: "follow", skill: "c", follows: "draft", label: null, version: null },
    { kind: "remove", skill: "b" },
    { kind: "assign", row: row("e") },
  ])("takes back %o", (change) => {
    const inverse = inverseOf(rows, change);
    if (inverse === null) throw new Error("nothing to take back");
    expect(applyChange(applyChange(rows, change), inverse)).toEqual(rows);
  });

  it("has nothing to take back when nothing changed", () => {
    expect(inverseOf(rows, { kind: "move", skill: "a", to: 0 })).toBeNull();
    expect(inverseOf(rows, { kind: "assign", row: row("a") })).toBeNull();
    expect(inverseOf(rows, { kind: "remove", skill: "gone" })).toBeNull();
  });
});

describe("toInput", () => {
  it("sends a label or a number only when that is what is followed", () => {
    const list = [
      row("a", { follows: "label", label: "production" }),
      row("b", { follows: "version", version: 9, label: "old" }),
      row("c", { follows: "draft", enabled: false }),
    ];
    expect(toInput(list)).toEqual([
      { skill: "a", enabled: true, follows: "label", label: "production" },
      { skill: "b", enabled: true, follows: "version", version: 9 },
      { skill: "c", enabled: false, follows: "draft" },
    ]);
  });
});

describe("sayChange", () => {
  const say = (change: AssignmentChange) => Object.values(sayChange(rows, change)).join("");
  const none = { label: null, version: null };

  it.each<[AssignmentChange, string]>([
    [{ kind: "move", skill: "d", to: 2 }, "Moved d from 4 to 3."],
    [{ kind: "switch", skill: "a", enabled: false }, "Switched a off."],
    [{ kind: "follow", skill: "a", ...none, follows: "version", version: 9 }, "a now follows v9."],
    [{ kind: "follow", skill: "a", ...none, follows: "label", label: "staging" }, "a now follows staging."],
    [{ kind: "follow", skill: "a", ...none, follows: "draft" }, "a now follows the draft."],
    [{ kind: "remove", skill: "a" }, "Removed a."],
    [{ kind: "assign", row: row("e") }, "Assigned e at 5."],
  ])("says what was done: %o", (change, sentence) => {
    expect(say(change)).toBe(sentence);
  });
});

it("counts what is on, and what is off only when something is", () => {
  expect(countOn(rows)).toBe("4 on");
  expect(countOn([...rows, row("e", { enabled: false })])).toBe("4 on, 1 off");
});
