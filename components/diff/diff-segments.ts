import type { LineRange } from "@/components/data/diff-queries";
import type { DiffRow, FileDiff } from "@/lib/library/diffs/diff-schema";

/** Unchanged lines that are not shown; line numbers are 1-based. */
export type Gap = { kind: "gap"; oldStart: number; newStart: number; count: number; heading: string | null };
export type Segment = { kind: "rows"; rows: DiffRow[]; startsChange: ReadonlySet<DiffRow> } | Gap;

/** Puts rows and gaps of a file in order. `known` holds the lines of the newer side that were asked for. */
export function segmentsOf(file: FileDiff, known: ReadonlyMap<number, string>): Segment[] {
  const { hunks, oldLines, newLines, limited } = file;
  const segments: Segment[] = [];
  let old = 1;
  let current = 1;
  for (const hunk of hunks) {
    addGap(
      segments,
      { oldStart: old, newStart: current, count: hunk.newStart - current, heading: hunk.heading },
      known,
    );
    segments.push(toRows(hunk.rows));
    for (const row of hunk.rows) {
      if (row.old) old = row.old.line + 1;
      if (row.new) current = row.new.line + 1;
    }
    old = Math.max(old, hunk.oldStart);
    current = Math.max(current, hunk.newStart);
  }
  const rest = Math.min(newLines - current, oldLines - old) + 1;
  if (hunks.length > 0 && limited !== "too-many-lines")
    addGap(segments, { oldStart: old, newStart: current, count: rest, heading: null }, known);
  return segments;
}

function toRows(rows: DiffRow[]): Segment {
  const starts = rows.filter((row, at) => row.kind === "changed" && rows[at - 1]?.kind !== "changed");
  return { kind: "rows", rows, startsChange: new Set(starts) };
}

/** What is known of a gap becomes rows. */
function addGap(segments: Segment[], gap: Omit<Gap, "kind">, known: ReadonlyMap<number, string>): void {
  let rows: DiffRow[] = [];
  let hidden = 0;
  const closeHidden = (until: number) => {
    if (hidden > 0)
      segments.push({
        kind: "gap",
        oldStart: gap.oldStart + until - hidden,
        newStart: gap.newStart + until - hidden,
        count: hidden,
        heading: until === gap.count ? gap.heading : null,
      });
    hidden = 0;
  };
  for (let at = 0; at < gap.count; at++) {
    const text = known.get(gap.newStart + at);
    if (text === undefined) {
      if (rows.length > 0) segments.push(toRows(rows));
      rows = [];
      hidden += 1;
      continue;
    }
    closeHidden(at);
    rows.push({
      kind: "same",
      old: { line: gap.oldStart + at, text },
      new: { line: gap.newStart + at, text },
    });
  }
  if (rows.length > 0) segments.push(toRows(rows));
  closeHidden(Math.max(0, gap.count));
}

/** More lines than this are shown in steps. */
export const mostAtOnce = 200;

/** Which lines a click on a gap asks for: those next to the change below it, or after the last change. */
export function rangeToShow({ newStart, count, heading }: Gap, isLast: boolean): LineRange {
  const end = newStart + count - 1;
  if (count <= mostAtOnce) return { start: newStart, end };
  return isLast && heading === null
    ? { start: newStart, end: newStart + mostAtOnce - 1 }
    : { start: end - mostAtOnce + 1, end };
}

const around = 3;

/** The lines around places that must be shown and are not yet, in the newer side's numbers. */
export function rangesFor(
  segments: readonly Segment[],
  places: readonly { side: "old" | "new"; line: number }[],
): LineRange[] {
  const ranges: LineRange[] = [];
  for (const segment of segments) {
    if (segment.kind !== "gap") continue;
    for (const { side, line } of places) {
      const at = line - (side === "old" ? segment.oldStart : segment.newStart);
      if (at < 0 || at >= segment.count) continue;
      const start = segment.newStart + Math.max(0, at - around);
      const end = segment.newStart + Math.min(segment.count - 1, at + around);
      if (!ranges.some((range) => range.start === start && range.end === end)) ranges.push({ start, end });
    }
  }
  return ranges;
}

/** The unified view shows one line for it. */
export type UnifiedLine = {
  kind: "same" | "removed" | "added";
  row: DiffRow;
  old: DiffRow["old"];
  new: DiffRow["new"];
};

/** What was there before what is there, block by block. */
export function unified(rows: readonly DiffRow[]): UnifiedLine[] {
  const lines: UnifiedLine[] = [];
  let added: UnifiedLine[] = [];
  for (const row of rows) {
    if (row.kind === "same") {
      lines.push(...added, { kind: "same", row, old: row.old, new: row.new });
      added = [];
      continue;
    }
    if (row.old) lines.push({ kind: "removed", row, old: row.old, new: null });
    if (row.new) added.push({ kind: "added", row, old: null, new: row.new });
  }
  return [...lines, ...added];
}
