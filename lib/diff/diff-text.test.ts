import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countLineChanges, type DiffRow, diffText, diffTextSteps } from "./diff-text";

const written = (rows: readonly DiffRow[]): string[] =>
  rows.flatMap((row) => {
    if (row.kind === "same") return [`  ${row.new.text}`];
    return [...(row.old ? [`- ${row.old.text}`] : []), ...(row.new ? [`+ ${row.new.text}`] : [])];
  });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

describe("diffText", () => {
  it("stands edited lines beside each other, marks their words and leaves added ones alone", () => {
    const before = "# Steps\nRead the matrix if unsure.\nEnd\n";
    const after = "# Steps\nRead the matrix and quote the row.\nNever lower a severity.\nEnd\n";
    const { hunks, added, removed, limited } = diffText(before, after, { isDocument: true });
    expect({ added, removed, limited }).toEqual({ added: 2, removed: 1, limited: null });
    expect(hunks).toHaveLength(1);
    expect(hunks[0]).toMatchObject({ oldStart: 1, newStart: 1, heading: "# Steps" });
    expect(hunks[0]?.rows[1]).toMatchObject({
      kind: "changed",
      old: {
        line: 2,
        pieces: [
          { changed: false, text: "Read the matrix " },
          { changed: true, text: "if unsure" },
          { changed: false, text: "." },
        ],
      },
      new: { line: 2, text: "Read the matrix and quote the row." },
    });
    expect(hunks[0]?.rows[2]).toMatchObject({ old: null, new: { line: 3, text: "Never lower a severity." } });
  });

  it("pairs the line that was edited with its own, not with the first of the block", () => {
    const { hunks } = diffText("Page the owner now.\n", "Something else entirely here\nPage the team now.\n");
    expect(hunks[0]?.rows).toMatchObject([
      { old: null, new: { line: 1 } },
      { old: { line: 1 }, new: { line: 2 } },
    ]);
  });

  it("keeps changes apart when more than their context lies between them, under their own headings", () => {
    const lines = ["# One", ...numbered(20), "```", "# no heading", "```", "## Two", ...numbered(20)];
    const after = lines.map((line, at) => (at === 4 || at === 40 ? `${line} edited` : line));
    const { hunks } = diffText(textOf(lines), textOf(after), { isDocument: true });
    expect(hunks.map(({ heading, oldStart, rows }) => [heading, oldStart, rows.length])).toEqual([
      ["# One", 2, 7],
      ["## Two", 38, 7],
    ]);
    expect(diffText(textOf(lines), textOf(after), { context: 40 }).hunks).toHaveLength(1);
  });

  it("says once that all line ends differ, and not line by line", () => {
    const crlf = "one\r\ntwo\r\nthree\r\n";
    expect(diffText("one\ntwo\nthree\n", crlf)).toMatchObject({
      endings: { before: "lf", after: "crlf" },
      hunks: [],
      added: 0,
    });
    expect(countLineChanges("one\ntwo\nthree\n", crlf)).toEqual({ added: 0, removed: 0 });
    const { hunks, endings } = diffText("one\ntwo\n", "one\r\nTWO\r\n");
    expect(endings).not.toBeNull();
    expect(hunks[0] && written(hunks[0].rows)).toEqual(["  one", "- two", "+ TWO"]);
  });

  it("shows single line ends that differ, and a file that ends without one", () => {
    const mixed = diffText("one\ntwo\nthree\n", "one\ntwo\r\nthree\n");
    expect(mixed.hunks[0]?.rows[1]).toMatchObject({
      kind: "changed",
      old: { text: "two" },
      new: { ending: "crlf" },
    });
    const unended = diffText("one\ntwo\n", "one\ntwo");
    expect(unended).toMatchObject({ added: 1, removed: 1 });
    expect(unended.hunks[0]?.rows[1]).toMatchObject({ new: { text: "two", ending: "none" } });
    expect(unended.hunks[0]?.rows[1]?.old).not.toHaveProperty("ending");
  });

  it("tells the beginning of very long lines and how much is left out", () => {
    const { hunks } = diffText("x".repeat(50_000), "y".repeat(50_000));
    expect(hunks[0]?.rows).toMatchObject([{ old: { cut: 46_000 }, new: { cut: 46_000 } }]);
  });

  it("stops telling rows when there are too many, and says so", () => {
    const { hunks, limited, added } = diffText("", textOf(numbered(9_000)));
    expect({ limited, added }).toEqual({ limited: "too-many-lines", added: 9_000 });
    expect(hunks[0]?.rows).toHaveLength(4_000);
  });

  it("marks the words of a rewritten text as far as somebody reads, and tells the rest by whole lines", () => {
    const long = (word: string) => (_: unknown, at: number) => `${at} ${`one ${word} three `.repeat(60)}`;
    const many = (word: string) => textOf(Array.from({ length: 400 }, long(word)));
    const rows = diffText(many("two"), many("deux")).hunks.flatMap((hunk) => hunk.rows);
    const isMarked = (row: DiffRow | undefined) => row?.kind === "changed" && row.new?.pieces !== undefined;
    expect(rows).toHaveLength(400);
    expect([rows[0], rows.at(-1)].map(isMarked)).toEqual([true, false]);
  });

  it("pairs no more of a long change than it tells", () => {
    const many = (word: string) => textOf(Array.from({ length: 9_000 }, (_, at) => `${at} some ${word}`));
    const { hunks, limited } = diffText(many("words"), many("lines"));
    expect(limited).toBe("too-many-lines");
    expect(hunks[0]?.rows).toHaveLength(4_000);
    expect(hunks[0]?.rows.at(-1)).toMatchObject({ old: { line: 4_000 }, new: { line: 4_000 } });
  });

  it("says when texts are too different to be searched", () => {
    const many = (word: string) => textOf(Array.from({ length: 3_000 }, (_, at) => `${word}${at % 9}`));
    expect(diffText(many("x"), many("y")).limited).toBe("too-different");
  });

  it("tells every line of both texts when the context is as long as they are", () => {
    const text = fc.array(fc.constantFrom("a", "b b", "# c", "```", "", "d d d"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.constantFrom("\n", "\r\n"), (left, right, ending) => {
        const [before, after] = [left.join("\n"), right.join(ending)];
        const { hunks, oldLines, newLines, endings } = diffText(before, after, {
          context: 100,
          isDocument: true,
        });
        if (hunks.length === 0) {
          expect(endings !== null || before === after).toBe(true);
          return;
        }
        const rows = hunks.flatMap((hunk) => hunk.rows);
        expect(rows.flatMap((row) => (row.old ? [row.old.line] : []))).toEqual(
          numbered(oldLines).map((_, at) => at + 1),
        );
        expect(rows.flatMap((row) => (row.new ? [row.new.line] : []))).toEqual(
          numbered(newLines).map((_, at) => at + 1),
        );
      }),
    );
  });

  it("comes in pieces where others wait, line by line, and is the same in the end", () => {
    const lines = (word: string) => Array.from({ length: 60 }, (_, at) => `${word} in line ${at}`).join("\n");
    const [before, after] = [lines("one"), lines("two")];
    const steps = diffTextSteps(before, after);
    let pieces = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pieces += 1;
    expect(pieces).toBeGreaterThan(100);
    expect(step.value).toEqual(diffText(before, after));
  });
});
