export type LineEnding = "lf" | "crlf" | "cr" | "none";
export type TextLine = { text: string; ending: LineEnding };

const endings = new Map<string, LineEnding>([
  ["\n", "lf"],
  ["\r\n", "crlf"],
  ["\r", "cr"],
]);

/** The lines of a text with how each ends. A text that ends with a line break has no empty line after it. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ text: text.slice(start, index), ending: endings.get(mark) ?? "lf" });
    start = index + mark.length;
  }
  if (start < text.length) lines.push({ text: text.slice(start), ending: "none" });
  return lines;
}

/** Texts of more lines are not compared line by line: they are no texts that somebody reads. */
const mostLines = 200_000;

export function hasTooManyLines(text: string): boolean {
  if (text.length <= mostLines) return false;
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1 && breaks <= mostLines; at = text.indexOf("\n", at + 1))
    breaks += 1;
  for (let at = text.indexOf("\r"); at !== -1 && breaks <= mostLines; at = text.indexOf("\r", at + 1))
    if (text[at + 1] !== "\n") breaks += 1;
  return breaks > mostLines;
}

/** The one ending of all lines, whatever the last one does; null when there are several, or none. */
export function onlyEnding(lines: readonly TextLine[]): LineEnding | null {
  const found = new Set(lines.filter(({ ending }) => ending !== "none").map(({ ending }) => ending));
  const [first] = found;
  return found.size === 1 && first ? first : null;
}

/** The nearest heading at or above each line of a document, 0-based; lines of code are no headings. */
export function headingsOf(lines: readonly TextLine[]): (string | null)[] {
  let heading: string | null = null;
  let fence: string | null = null;
  return lines.map(({ text }) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    else if (fence === null && /^#{1,6}\s+\S/.test(text)) heading = text.trim().slice(0, 200);
    return heading;
  });
}
