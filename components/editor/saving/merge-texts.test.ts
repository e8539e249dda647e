import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countChanges, diffLines, splitLines } from "@/lib/diff/diff-lines";
import { mergeTexts } from "./merge-texts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

function applied(before: readonly string[], after: readonly string[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const change of diffLines(before, after)) {
    result.push(...before.slice(at, change.oldStart));
    result.push(...after.slice(change.newStart, change.newStart + change.newCount));
    at = change.oldStart + change.oldCount;
  }
  return [...result, ...before.slice(at)];
}

describe("a difference of lines", () => {
  it("turns one text into the other", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(applied(before, after)).toEqual(after);
      }),
    );
  });

  it("is empty for equal texts and never larger than replacing everything", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { added, removed } = countChanges(diffLines(before, after));
        expect(added).toBeLessThanOrEqual(after.length);
        expect(removed).toBeLessThanOrEqual(before.length);
        expect(after.length - before.length).toBe(added - removed);
      }),
    );
    expect(diffLines(["a", "b"], ["a", "b"])).toEqual([]);
  });

  it("finds the one line that was put in", () => {
    expect(diffLines(["a", "b", "c"], ["a", "x", "b", "c"])).toEqual([
      { oldStart: 1, oldCount: 0, newStart: 1, newCount: 1 },
    ]);
  });
});

describe("a merge", () => {
  it("keeps changes in different places", () => {
    expect(mergeTexts("a\nb\nc\nd", "A\nb\nc\nd", "a\nb\nc\nD")).toEqual({ text: "A\nb\nc\nD", overlaps: 0 });
  });

  it("says where both changed the same lines, and drops neither", () => {
    expect(mergeTexts("a\nb\nc", "a\nmine\nc", "a\ntheirs\nc")).toEqual({
      text: "a\nmine\ntheirs\nc",
      overlaps: 1,
    });
  });

  it("takes the same change once", () => {
    expect(mergeTexts("a\nb", "a\nB", "a\nB")).toEqual({ text: "a\nB", overlaps: 0 });
  });

  it("is the one side when the other did nothing", () => {
    fc.assert(
      fc.property(lines, lines, (base, changed) => {
        const [from, to] = [base.join("\n"), changed.join("\n")];
        expect(mergeTexts(from, to, from)).toEqual({ text: to, overlaps: 0 });
        expect(mergeTexts(from, from, to)).toEqual({ text: to, overlaps: 0 });
      }),
    );
  });

  it("loses no line that either side added", () => {
    const marked = (mark: string) =>
      fc.array(fc.constantFrom("a", "b", `${mark}1`, `${mark}2`), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b"), { maxLength: 6 }),
        marked("m"),
        marked("t"),
        (base, mine, theirs) => {
          const merged = splitLines(mergeTexts(base.join("\n"), mine.join("\n"), theirs.join("\n")).text);
          for (const line of [...mine, ...theirs].filter((each) => /\d/.test(each)))
            expect(merged).toContain(line);
        },
      ),
    );
  });
});
