import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareLines, countChanges, diffLines, splitLines } from "./diff-lines";

function apply(before: readonly string[], after: readonly string[]): string[] {
  const made: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of diffLines(before, after)) {
    made.push(...before.slice(at, oldStart), ...after.slice(newStart, newStart + newCount));
    at = oldStart + oldCount;
  }
  return [...made, ...before.slice(at)];
}

describe("diffLines", () => {
  it("finds the shortest runs that lead from one text to the other", () => {
    const before = splitLines("a\nb\nc\r\nd\re");
    expect(before).toEqual(["a", "b", "c", "d", "e"]);
    const changes = diffLines(before, ["a", "x", "c", "d", "e", "f"]);
    expect(changes).toEqual([
      { oldStart: 1, oldCount: 1, newStart: 1, newCount: 1 },
      { oldStart: 5, oldCount: 0, newStart: 5, newCount: 1 },
    ]);
    expect(countChanges(changes)).toEqual({ added: 2, removed: 1 });
  });

  it("leads from any text to any other", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "", "{", "}"), { maxLength: 60 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(apply(before, after)).toEqual(after);
      }),
    );
  });

  it("finds scattered edits in a hundred thousand lines exactly", () => {
    const before = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
    const after = before.map((line, at) => (at % 40 === 0 ? `${line} edited` : line));
    const { changes, exact } = compareLines(before, after);
    expect(exact).toBe(true);
    expect(changes).toHaveLength(2_500);
    expect(changes.every(({ oldCount, newCount }) => oldCount === 1 && newCount === 1)).toBe(true);
  });

  it("keeps what two shuffled texts have in common and says that the rest was not searched", () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at % 1_500}`);
    const before = [...many("x"), "the middle", ...many("y")];
    const after = [...many("z"), "the middle", ...many("q")];
    const { changes, exact } = compareLines(before, after);
    expect(exact).toBe(false);
    expect(changes).toEqual([
      { oldStart: 0, oldCount: 20_000, newStart: 0, newCount: 20_000 },
      { oldStart: 20_001, oldCount: 20_000, newStart: 20_001, newCount: 20_000 },
    ]);
    expect(apply(before, after)).toEqual(after);
  });
});
