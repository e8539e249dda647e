import { describe, expect, it } from "vitest";
import {
  type ComparedText,
  executablesOf,
  foundText,
  isSameText,
  overwriteOrKeep,
} from "./overwrite-or-keep";

const text = (digest: string, ...executables: string[]): ComparedText => ({ digest, executables });
const silent = (digest: string): ComparedText => ({ digest, executables: null });

describe("overwriteOrKeep", () => {
  const [a, b, c] = [text("a"), text("b"), text("c")];
  it.each([
    ["the same text, whatever was read", { theirs: a, ours: a, base: b }, "unchanged"],
    ["the same text, never read from there", { theirs: a, ours: a, base: null }, "unchanged"],
    ["a newer text there alone", { theirs: b, ours: a, base: a }, "changed"],
    ["a newer text here alone", { theirs: a, ours: b, base: a }, "edited"],
    ["a newer text in both", { theirs: b, ours: c, base: a }, "conflict"],
    ["another skill of that name", { theirs: b, ours: c, base: null }, "unlinked"],
  ] as const)("tells %s", (_, texts, outcome) => {
    expect(overwriteOrKeep(texts)).toBe(outcome);
  });

  const [plain, runs] = [text("a"), text("a", "run.sh")];
  it.each([
    ["there alone", { theirs: runs, ours: plain, base: plain }, "changed"],
    ["here alone", { theirs: plain, ours: runs, base: plain }, "edited"],
    ["there, and another here", { theirs: runs, ours: text("a", "b.sh"), base: plain }, "conflict"],
    ["there, never read from there", { theirs: runs, ours: plain, base: null }, "unlinked"],
    ["in both", { theirs: runs, ours: runs, base: plain }, "unchanged"],
  ] as const)("tells a file that became executable %s", (_, texts, outcome) => {
    expect(overwriteOrKeep(texts)).toBe(outcome);
  });

  it("goes by the bytes alone where what lies elsewhere says nothing of modes", () => {
    expect(overwriteOrKeep({ theirs: silent("a"), ours: runs, base: plain })).toBe("unchanged");
    expect(overwriteOrKeep({ theirs: silent("b"), ours: runs, base: plain })).toBe("changed");
  });

  it("leaves the draft where it is not known what was executable when it was read", () => {
    expect(overwriteOrKeep({ theirs: runs, ours: plain, base: silent("a") })).toBe("edited");
  });
});

describe("isSameText", () => {
  it("tells texts apart by what is executable in them, in whatever order", () => {
    expect(isSameText(text("a", "a.sh", "b.sh"), text("a", "b.sh", "a.sh"))).toBe(true);
    const texts = [
      text("a"),
      text("a", "a.sh"),
      text("a", "a.sh", "b.sh"),
      text("a", "a.sh,b.sh"),
      text("b"),
    ];
    const same = texts.map((one) => texts.map((other) => isSameText(one, other)));
    expect(same).toEqual(texts.map((_, row) => texts.map((_, column) => row === column)));
  });

  it("goes by the bytes alone where one of them says nothing of its modes", () => {
    expect(isSameText(silent("a"), text("a", "run.sh"))).toBe(true);
    expect(isSameText(silent("a"), text("b"))).toBe(false);
  });
});

it("takes a package in which nothing is executable for one that says nothing of modes", () => {
  expect([text("a"), text("a", "run.sh"), silent("a")].map(foundText)).toEqual([
    silent("a"),
    text("a", "run.sh"),
    silent("a"),
  ]);
  const files = [
    { path: "SKILL.md", executable: false },
    { path: "run.sh", executable: true },
  ];
  expect(executablesOf(files)).toEqual(["run.sh"]);
});
