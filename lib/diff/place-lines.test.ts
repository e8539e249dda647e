import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnchoredLines, placeLines } from "./place-lines";
import { textLines } from "./text-lines";

const linesOf = (text: string) => textLines(text).map((line) => line.text);

function anchorAt(text: readonly string[], startLine: number, endLine = startLine): AnchoredLines {
  const from = Math.max(1, startLine - 3);
  return {
    startLine,
    endLine,
    quote: text.slice(startLine - 1, endLine),
    before: text,
    hunk: { from, lines: text.slice(from - 1, endLine + 3) },
  };
}
const withoutBefore = (anchor: AnchoredLines): AnchoredLines => ({ ...anchor, before: null });
const text = ["# Triage", "", "State the symptom.", "", "Find the severity.", "", "Page the owner."];

describe("placeLines", () => {
  it("leaves lines where they are when only others change", () => {
    const after = text.with(6, "Page the team.");
    expect(placeLines(anchorAt(text, 3), after)).toEqual({ startLine: 3, endLine: 3 });
  });

  it("moves with its text when lines come or go above it", () => {
    expect(placeLines(anchorAt(text, 5), ["New", "", ...text])).toEqual({ startLine: 7, endLine: 7 });
    expect(placeLines(anchorAt(text, 5, 7), text.slice(2))).toEqual({ startLine: 3, endLine: 5 });
  });

  it("follows text that was carried elsewhere", () => {
    const after = ["# Triage", "", "Find the severity.", "", "Page the owner.", "", "State the symptom."];
    expect(placeLines(anchorAt(text, 3), after)).toEqual({ startLine: 7, endLine: 7 });
  });

  it("is outdated when one of its lines was edited, torn apart or removed", () => {
    expect(placeLines(anchorAt(text, 3), text.with(2, "State the symptoms."))).toBeNull();
    expect(placeLines(anchorAt(text, 3, 5), text.toSpliced(3, 0, "Between."))).toBeNull();
    expect(placeLines(anchorAt(text, 3), text.toSpliced(2, 1))).toBeNull();
    expect(placeLines(anchorAt(text, 3), [])).toBeNull();
  });

  it("does not jump to a twin that stood elsewhere already", () => {
    const twins = ["one", "```", "two", "```", "three"];
    expect(placeLines(anchorAt(twins, 2), twins.toSpliced(1, 1))).toBeNull();
    expect(placeLines(anchorAt(twins, 4), ["zero", ...twins])).toEqual({ startLine: 5, endLine: 5 });
  });

  it("follows an empty line only where a comparison says that it stayed", () => {
    expect(placeLines(anchorAt(text, 4), ["New", ...text])).toEqual({ startLine: 5, endLine: 5 });
    expect(placeLines(anchorAt(["a", "", "b"], 2), ["b", "", "c"])).toBeNull();
    expect(placeLines(withoutBefore(anchorAt(text, 4)), text)).toBeNull();
  });

  it("takes a text whose lines end otherwise as the same text", () => {
    const after = linesOf(`New\r\n${text.join("\r\n")}\r\n`);
    expect(placeLines(anchorAt(linesOf(text.join("\n")), 5), after)).toEqual({ startLine: 6, endLine: 6 });
  });

  describe("without the old text", () => {
    it("finds lines that are there once", () => {
      const after = ["New", ...text.with(1, "Changed")];
      expect(placeLines(withoutBefore(anchorAt(text, 5)), after)).toEqual({ startLine: 6, endLine: 6 });
    });

    it("tells twins apart by what stands around them, and takes none when that is the same", () => {
      const twins = ["one", "```", "two", "x", "x", "x", "x", "four", "```", "five"];
      expect(placeLines(withoutBefore(anchorAt(twins, 9)), ["zero", ...twins])).toEqual({
        startLine: 10,
        endLine: 10,
      });
      const alike = ["a", "x", "a", "x"];
      expect(placeLines(withoutBefore(anchorAt(["b", "x", "c"], 2)), alike)).toBeNull();
    });
  });

  it("holds its time for texts that repeat themselves", () => {
    const many = Array.from({ length: 60_000 }, (_, at) => (at % 7 === 0 ? "b" : "a"));
    const anchor = anchorAt([...many, "end"], 59_000, 59_499);
    expect(placeLines(anchor, ["new", ...many, "end"])).toEqual({ startLine: 59_001, endLine: 59_500 });
    const place = placeLines(withoutBefore(anchor), many.toReversed());
    if (place) expect(many.toReversed().slice(place.startLine - 1, place.endLine)).toEqual(anchor.quote);
  });
});

describe("random edits", () => {
  const word = fc.constantFrom("a", "b", "c", "", "```", "x y", "z");
  const anyText: fc.Arbitrary<string[]> = fc.array(word, { minLength: 1, maxLength: 14 });
  const edit = fc.record({
    at: fc.nat(20),
    remove: fc.nat(3),
    insert: fc.array(word, { maxLength: 3 }),
  });
  const edits = fc.array(edit, { maxLength: 4 });
  const apply = (
    lines: readonly string[],
    all: readonly { at: number; remove: number; insert: string[] }[],
  ) =>
    all.reduce<readonly string[]>(
      (now, { at, remove, insert }) => now.toSpliced(Math.min(at, now.length), remove, ...insert),
      lines,
    );
  const cases = fc.record({ lines: anyText, at: fc.nat(13), count: fc.integer({ min: 1, max: 3 }), edits });
  const anchorOf = (lines: readonly string[], at: number, count: number) => {
    const start = (at % lines.length) + 1;
    return anchorAt(lines, start, Math.min(start + count - 1, lines.length));
  };
  const places = (quote: readonly string[], lines: readonly string[]) =>
    lines.flatMap((_, at) => (quote.every((line, index) => lines[at + index] === line) ? [at + 1] : []));

  it("never point a thread at other text", () => {
    fc.assert(
      fc.property(cases, fc.boolean(), ({ lines, at, count, edits: all }, known) => {
        const anchor = anchorOf(lines, at, count);
        const after = apply(lines, all);
        const place = placeLines(known ? anchor : withoutBefore(anchor), after);
        if (place) expect(after.slice(place.startLine - 1, place.endLine)).toEqual(anchor.quote);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never lose lines that are there once, before and after", () => {
    fc.assert(
      fc.property(cases, fc.boolean(), ({ lines, at, count, edits: all }, known) => {
        const marked: readonly string[] = lines.with(at % lines.length, "the one");
        const anchor = anchorOf(marked, at, count);
        const after = apply(marked, all);
        const [only, second] = places(anchor.quote, after);
        fc.pre(only !== undefined && second === undefined && places(anchor.quote, marked).length === 1);
        expect(placeLines(known ? anchor : withoutBefore(anchor), after)?.startLine).toBe(only);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leave a thread alone when nothing changed, wherever its twins stand", () => {
    fc.assert(
      fc.property(cases, ({ lines, at, count }) => {
        const anchor = anchorOf(lines, at, count);
        expect(placeLines(anchor, lines)).toEqual({ startLine: anchor.startLine, endLine: anchor.endLine });
      }),
    );
  });
});
