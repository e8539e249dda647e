import { describe, expect, it } from "vitest";
import type { DiffRow, FileDiff } from "@/lib/library/diffs/diff-schema";
import { rangesFor, rangeToShow, type Segment, segmentsOf, unified } from "./diff-segments";

const line = (number: number) => ({ line: number, text: `line ${number}` });
const same = (old: number, current: number): DiffRow => ({
  kind: "same",
  old: line(old),
  new: line(current),
});
const added = (current: number): DiffRow => ({ kind: "changed", old: null, new: line(current) });
const edited = (old: number, current: number): DiffRow => ({
  kind: "changed",
  old: line(old),
  new: line(current),
});

const file: FileDiff = {
  path: "a.md",
  change: "changed",
  kind: "text",
  before: null,
  after: null,
  added: 2,
  removed: 1,
  oldLines: 500,
  newLines: 501,
  hunks: [
    {
      oldStart: 10,
      newStart: 10,
      heading: "# One",
      rows: [same(10, 10), edited(11, 11), added(12), same(12, 13)],
    },
    { oldStart: 20, newStart: 21, heading: "# Two", rows: [edited(20, 21)] },
  ],
  endings: null,
  limited: null,
};
const gapsOf = (segments: readonly Segment[]) =>
  segments.flatMap((segment) =>
    segment.kind === "gap" ? [[segment.oldStart, segment.newStart, segment.count, segment.heading]] : [],
  );

describe("segmentsOf", () => {
  it("tells the lines between the hunks, with the heading of what follows", () => {
    expect(gapsOf(segmentsOf(file, new Map()))).toEqual([
      [1, 1, 9, "# One"],
      [13, 14, 7, "# Two"],
      [21, 22, 480, null],
    ]);
  });

  it("shows the lines of a gap that are known, with the numbers of both sides", () => {
    const known = new Map([
      [16, "sixteen"],
      [17, "seventeen"],
    ]);
    const segments = segmentsOf(file, known);
    expect(gapsOf(segments).slice(1, 3)).toEqual([
      [13, 14, 2, null],
      [17, 18, 3, "# Two"],
    ]);
    expect(segments[3]).toMatchObject({
      kind: "rows",
      rows: [{ old: { line: 15 }, new: { line: 16, text: "sixteen" } }, {}],
    });
  });

  it("has no gap in a file without changes, nor after rows that were cut", () => {
    expect(segmentsOf({ ...file, hunks: [] }, new Map())).toEqual([]);
    expect(gapsOf(segmentsOf({ ...file, limited: "too-many-lines" }, new Map()))).toHaveLength(2);
  });

  it("marks the first row of each run of changes", () => {
    const [, rows] = segmentsOf(file, new Map());
    expect(rows?.kind === "rows" && [...rows.startsChange].map((row) => row.new?.line)).toEqual([11]);
  });
});

describe("rangeToShow", () => {
  it("asks for a whole gap, or for the part of a long one next to the change", () => {
    const [first, , last] = segmentsOf(file, new Map()).filter((segment) => segment.kind === "gap");
    expect(first && rangeToShow(first, false)).toEqual({ start: 1, end: 9 });
    expect(last && rangeToShow(last, true)).toEqual({ start: 22, end: 221 });
    expect(last && rangeToShow({ ...last, heading: "# x" }, false)).toEqual({ start: 302, end: 501 });
  });
});

describe("rangesFor", () => {
  it("asks for the lines around a thread that is not in sight, by either side's number", () => {
    const segments = segmentsOf(file, new Map());
    expect(
      rangesFor(segments, [
        { side: "old", line: 100 },
        { side: "new", line: 101 },
      ]),
    ).toEqual([{ start: 98, end: 104 }]);
    expect(rangesFor(segments, [{ side: "new", line: 2 }])).toEqual([{ start: 1, end: 5 }]);
    expect(rangesFor(segments, [{ side: "new", line: 11 }])).toEqual([]);
  });
});

describe("unified", () => {
  it("puts what was there before what is there, block by block", () => {
    const lines = unified([same(1, 1), edited(2, 2), added(3), edited(3, 4), same(4, 5)]);
    expect(
      lines.map(({ kind, old, new: current }) => [kind, old?.line ?? null, current?.line ?? null]),
    ).toEqual([
      ["same", 1, 1],
      ["removed", 2, null],
      ["removed", 3, null],
      ["added", null, 2],
      ["added", null, 3],
      ["added", null, 4],
      ["same", 4, 5],
    ]);
  });
});
