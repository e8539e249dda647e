import { textLines } from "@/lib/diff/text-lines";

/** The lines that differ, 1-based and at least one, and what stands there instead; null where none do. */
export function changedLines(
  before: string,
  after: string,
): { startLine: number; endLine: number; suggestion: string } | null {
  const [old, fresh] = [before, after].map((text) => textLines(text).map((line) => line.text));
  if (!old || !fresh) return null;
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let tail = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (tail < most && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  if (start === old.length && start === fresh.length) return null;
  // Lines that are put in have no lines to stand in the place of: they come with the one before, or the first.
  const isAdded = start === old.length - tail;
  const first = isAdded ? Math.max(0, start - 1) : start;
  const last = Math.max(first + 1, old.length - tail);
  const end = fresh.length - (old.length - last);
  return { startLine: first + 1, endLine: last, suggestion: fresh.slice(first, end).join("\n") };
}
