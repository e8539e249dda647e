import type { LineRange } from "@/lib/diff/place-lines";
import { type TextLine, textLines } from "@/lib/diff/text-lines";

const marks = { lf: "\n", crlf: "\r\n", cr: "\r", none: "" } as const;

/**
 * A text with other text for some of its lines; empty text removes them. New lines end as the lines they replace do,
 * and the text ends with a line break if it did before.
 */
export function replaceLines(text: string, { startLine, endLine }: LineRange, replacement: string): string {
  const lines = textLines(text);
  const removed = lines.slice(startLine - 1, endLine);
  const ending = [...removed, ...lines].find((line) => line.ending !== "none")?.ending ?? "lf";
  const last = removed.at(-1)?.ending ?? ending;
  const inserted: TextLine[] =
    replacement === "" ? [] : textLines(replacement).map(({ text: line }) => ({ text: line, ending }));
  const end = inserted.at(-1);
  if (end) end.ending = last;
  const after = [...lines.slice(0, startLine - 1), ...inserted, ...lines.slice(endLine)];
  return after.map((line) => line.text + marks[line.ending]).join("");
}
