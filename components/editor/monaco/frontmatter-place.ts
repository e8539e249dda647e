/** 1-based lines of the opening and the closing fence; an unclosed frontmatter reaches past the last line. */
export function frontmatterLines(lines: readonly string[]): { start: number; end: number } | null {
  if (lines[0]?.trim() !== "---") return null;
  const close = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return { start: 1, end: close < 0 ? lines.length + 1 : close + 1 };
}

/** A key as a line sets it. `column` is 0-based: a list's dash counts as indentation. */
export type LineKey = { key: string; column: number };

/** The key a line sets, at any depth, or null. */
export function keyOfLine(line: string): LineKey | null {
  const match = /^(\s*(?:- +)*)([\w-]+)\s*:(?:\s|$)/.exec(line);
  return match ? { key: match[2] ?? "", column: match[1]?.length ?? 0 } : null;
}

/** The keys above `line` (1-based) that something at `column` (0-based) stands below, outermost first. */
export function parentKeys(lines: readonly string[], line: number, column: number): string[] {
  const parents: string[] = [];
  let depth = column;
  for (let at = line - 2; at >= 1 && depth > 0; at--) {
    const found = keyOfLine(lines[at] ?? "");
    if (!found || found.column >= depth) continue;
    parents.unshift(found.key);
    depth = found.column;
  }
  return parents;
}
