/** 1-based lines of the opening and the closing fence; an unclosed frontmatter reaches past the last line. */
export function frontmatterLines(lines: readonly string[]): { start: number; end: number } | null {
  if (lines[0]?.trim() !== "---") return null;
  const close = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return { start: 1, end: close < 0 ? lines.length + 1 : close + 1 };
}

/** The top-level key a line sets, or null. */
export const keyOfLine = (line: string): string | null => /^([\w-]+)\s*:/.exec(line)?.[1] ?? null;
