import type { ShellAct, ShellPick } from "./shell-step";

/** A text's lines, each with its line break; the last may have none. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The part of a text that a command shows. */
export function pickText(text: string, pick: ShellPick): string {
  switch (pick.of) {
    case "all":
      return text;
    case "first":
      return pick.unit === "bytes"
        ? new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, pick.count))
        : text.slice(0, behindLines(text, 0, pick.count));
    case "last":
      return text.slice(lastLines(text, pick.count));
    case "ranges":
      return pickRanges(text, pick.ranges);
  }
}

/** One pass over the text, whatever the number of ranges. */
function pickRanges(text: string, ranges: Extract<ShellPick, { of: "ranges" }>["ranges"]): string {
  const parts: string[] = [];
  let at = 0;
  let line = 1;
  for (const { first, last } of ranges) {
    const begin = behindLines(text, at, first - line);
    at = last === null ? text.length : behindLines(text, begin, last - first + 1);
    line = (last ?? first) + 1;
    if (begin >= text.length) break;
    parts.push(text.slice(begin, at));
  }
  return parts.join("");
}

/** Where so many lines from an offset on end. */
function behindLines(text: string, from: number, count: number): number {
  let at = from;
  for (let seen = 0; seen < count && at < text.length; seen += 1) {
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end + 1;
  }
  return at;
}

/** Where the last so many lines begin. */
function lastLines(text: string, count: number): number {
  let at = text.length;
  for (let seen = 0; seen < count && at > 0; seen += 1) at = at < 2 ? 0 : text.lastIndexOf("\n", at - 2) + 1;
  return at;
}

/** Characters of a text with numbers before its lines, at most. */
export function numberedLength(
  text: string,
  numbers: Extract<ShellAct, { kind: "show" }>["numbers"],
): number {
  if (numbers === "none") return text.length;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return text.length + lines * (numberWidth + 3);
}

const numberWidth = 6;

/** Each line with its number before it, six characters wide, and a tab; with `filled`, empty lines have none. */
export function numberLines(text: string, numbers: Extract<ShellAct, { kind: "show" }>["numbers"]): string {
  if (numbers === "none") return text;
  let number = 0;
  return linesOf(text)
    .map((line) => {
      if (numbers === "filled" && line === "\n") return `${" ".repeat(numberWidth + 1)}\n`;
      number += 1;
      return `${String(number).padStart(numberWidth)}\t${line}`;
    })
    .join("");
}

/** `name` is null for what came through a pipe. */
type Counted = { name: string | null; text: string; bytes: number };

/** Lines, words and bytes of each text, in columns as wide as the bytes of all, and their sum below several. */
export function countTexts(
  texts: readonly Counted[],
  counts: Extract<ShellAct, { kind: "count" }>["counts"],
): string {
  const rows = texts.map(({ name, text, bytes }) => ({
    name,
    bytes,
    lines: text.split("\n").length - 1,
    words: text.match(/\S+/g)?.length ?? 0,
  }));
  const sum = (key: "lines" | "words" | "bytes") => rows.reduce((all, row) => all + row[key], 0);
  const total = { name: "total", lines: sum("lines"), words: sum("words"), bytes: sum("bytes") };
  const piped = rows.some(({ name }) => name === null);
  const isBare = rows.length === 1 && counts.length === 1;
  const width = isBare ? 1 : piped ? numberWidth + 1 : String(total.bytes).length;
  return [...rows, ...(rows.length > 1 ? [total] : [])]
    .map((row) => {
      const numbers = counts.map((count) => String(row[count]).padStart(width)).join(" ");
      return `${numbers}${row.name === null ? "" : ` ${row.name}`}\n`;
    })
    .join("");
}

/** A pattern of * and ? as shells have it, for one name. */
export function matchesName(name: string, pattern: string): boolean {
  const parts = pattern.replace(/\*+/g, "*").split("*");
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found =
      index === 0 ? 0 : index === parts.length - 1 ? name.length - part.length : findPart(name, part, at);
    if (found < at || !isPart(name, part, found)) return false;
    at = found + part.length;
  }
  return parts.length > 1 || at === name.length;
}

const isPart = (name: string, part: string, at: number): boolean =>
  at + part.length <= name.length &&
  [...part].every((letter, index) => letter === "?" || letter === name[at + index]);

function findPart(name: string, part: string, from: number): number {
  for (let at = from; at + part.length <= name.length; at += 1) if (isPart(name, part, at)) return at;
  return -1;
}
