import { diffLines, type LineChange, splitLines } from "@/lib/diff/diff-lines";
import { isSameList } from "@/lib/kernel/same-list";

/** `overlaps` counts the places both sides changed; there mine stands first and theirs after it. */
export type MergedText = { text: string; overlaps: number };

type Edit = LineChange & { lines: readonly string[] };

/**
 * Merges two texts that grew out of the same one, line by line. Changes in different places both stay; where both
 * sides changed the same lines, nothing is dropped: the lines of `mine` come first, then those of `theirs`.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedText {
  const baseLines = splitLines(base);
  const left = editsOf(baseLines, splitLines(mine));
  const right = editsOf(baseLines, splitLines(theirs));
  const merged: string[] = [];
  let overlaps = 0;
  let at = 0;
  while (left.length > 0 || right.length > 0) {
    const { start, end, ours, others } = takeCluster(left, right);
    merged.push(...baseLines.slice(at, start));
    const ourLines = applyEdits(baseLines, start, end, ours);
    const otherLines = applyEdits(baseLines, start, end, others);
    if (ours.length === 0) merged.push(...otherLines);
    else if (others.length === 0 || isSameList(ourLines, otherLines)) merged.push(...ourLines);
    else {
      overlaps += 1;
      merged.push(...ourLines, ...otherLines);
    }
    at = end;
  }
  merged.push(...baseLines.slice(at));
  return { text: merged.join(mine.includes("\r\n") ? "\r\n" : "\n"), overlaps };
}

function editsOf(base: readonly string[], changed: readonly string[]): Edit[] {
  return diffLines(base, changed).map((change) => ({
    ...change,
    lines: changed.slice(change.newStart, change.newStart + change.newCount),
  }));
}

type Cluster = { start: number; end: number; ours: Edit[]; others: Edit[] };

/** Takes the next edit and every edit that touches it, directly or through another one. */
function takeCluster(left: Edit[], right: Edit[]): Cluster {
  const start = Math.min(
    left[0]?.oldStart ?? Number.POSITIVE_INFINITY,
    right[0]?.oldStart ?? Number.POSITIVE_INFINITY,
  );
  const cluster: Cluster = { start, end: start, ours: [], others: [] };
  let grew = true;
  while (grew) {
    grew = absorb(left, cluster, cluster.ours) || absorb(right, cluster, cluster.others);
  }
  return cluster;
}

function absorb(edits: Edit[], cluster: Cluster, into: Edit[]): boolean {
  const next = edits[0];
  if (next === undefined || next.oldStart > cluster.end) return false;
  edits.shift();
  into.push(next);
  cluster.end = Math.max(cluster.end, next.oldStart + next.oldCount);
  return true;
}

function applyEdits(base: readonly string[], start: number, end: number, edits: readonly Edit[]): string[] {
  const lines: string[] = [];
  let at = start;
  for (const edit of edits) {
    lines.push(...base.slice(at, edit.oldStart), ...edit.lines);
    at = edit.oldStart + edit.oldCount;
  }
  lines.push(...base.slice(at, end));
  return lines;
}
