import type { FrontmatterKey } from "@/lib/skills/frontmatter-keys";
import { findKey, keysBelow } from "@/lib/skills/nested-keys";
import { frontmatterLines, keyOfLine, parentKeys } from "./frontmatter-place";

/** Line and column are 1-based, as the editor has them. */
export type Cursor = { line: number; column: number };

/** What can stand at the cursor: keys or values, in place of the line from `fromColumn` to its end. */
export type Completion =
  | { kind: "keys"; fromColumn: number; keys: readonly FrontmatterKey[] }
  | { kind: "values"; fromColumn: number; values: readonly string[]; needsBlank: boolean };

const isInside = (lines: readonly string[], line: number): boolean => {
  const place = frontmatterLines(lines);
  return place !== null && line > place.start && line < place.end;
};

/** Keys that are not there yet below the same parent, or the values of the key on this line. Null outside. */
export function completeFrontmatter(lines: readonly string[], cursor: Cursor): Completion | null {
  if (!isInside(lines, cursor.line)) return null;
  const text = lines[cursor.line - 1] ?? "";
  const before = text.slice(0, cursor.column - 1);
  const own = keyOfLine(text);
  if (own && before.includes(":")) {
    const path = [...parentKeys(lines, cursor.line, own.column), own.key];
    const colon = before.indexOf(":");
    const blanks = /^\s*/.exec(before.slice(colon + 1))?.[0].length ?? 0;
    return {
      kind: "values",
      fromColumn: Math.min(colon + 2 + blanks, cursor.column),
      values: findKey(path)?.values ?? [],
      needsBlank: blanks === 0,
    };
  }
  const lead = /^\s*(?:- +)*/.exec(before)?.[0].length ?? 0;
  const parents = parentKeys(lines, cursor.line, lead);
  if (lead > 0 && parents.length === 0) return null;
  const present = siblings(lines, cursor.line, lead);
  const keys = keysBelow(parents).filter(({ key }) => key === own?.key || !present.has(key));
  return { kind: "keys", fromColumn: lead + 1, keys };
}

/** Keys of the same map: up and down from the line until something stands further left, or a list goes on. */
function siblings(lines: readonly string[], line: number, column: number): Set<string> {
  const found = new Set<string>();
  const place = frontmatterLines(lines);
  const collect = (from: number, step: number): void => {
    for (let at = from; at > 0 && at < (place?.end ?? 0) - 1; at += step) {
      const text = lines[at] ?? "";
      if (text.trim() === "") continue;
      const startsItem = /^\s*- /.test(text);
      const key = keyOfLine(text);
      const depth = key?.column ?? text.length - text.trimStart().length;
      if (depth < column || (startsItem && step > 0 && depth === column)) return;
      if (key && depth === column) found.add(key.key);
      if (startsItem && depth === column) return;
    }
  };
  if (!/^\s*- /.test(lines[line - 1] ?? "")) collect(line - 2, -1);
  collect(line, 1);
  return found;
}

/** The known key under the cursor, with the columns it takes. */
export function explainFrontmatter(
  lines: readonly string[],
  cursor: Cursor,
): { entry: FrontmatterKey; path: readonly string[]; fromColumn: number; toColumn: number } | null {
  if (!isInside(lines, cursor.line)) return null;
  const own = keyOfLine(lines[cursor.line - 1] ?? "");
  if (!own) return null;
  const fromColumn = own.column + 1;
  const toColumn = fromColumn + own.key.length;
  if (cursor.column < fromColumn || cursor.column > toColumn) return null;
  const path = [...parentKeys(lines, cursor.line, own.column), own.key];
  const entry = findKey(path);
  return entry ? { entry, path, fromColumn, toColumn } : null;
}
