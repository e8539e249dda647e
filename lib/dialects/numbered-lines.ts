import type { ResourcePage } from "@/lib/runtime/dialect";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { type Neutralised, neutralise } from "./internal/neutralise";

/**
 * A page of a file with each line's number and a tab before it, and what to ask for next where a limit ended it. Lines
 * end alike, however they do in the file.
 */
export function renderNumberedLines(page: ResourcePage, frame: FrameMarks): Neutralised {
  const { text, flags } = neutralise(page.text.replaceAll("\r\n", "\n"), frame);
  const { first, total, isCut } = page.lines ?? { first: 1, total: 0, isCut: false };
  const ended = page.nextOffset === null ? text : text.replace(/\n$/, "");
  const lines = ended.split("\n").map((line, at) => `${first + at}\t${line}`);
  const more = isCut ? [`[Lines ${first} to ${first + lines.length - 1} of ${total}.]`] : [];
  return { text: [...lines, ...more].join("\n"), flags };
}

/** The text of such a page; the same text where the lines have no numbers. */
export function readNumberedLines(text: string): string {
  const lines = text.split("\n");
  return lines.every((line) => /^\d+\t/.test(line))
    ? lines.map((line) => line.slice(line.indexOf("\t") + 1)).join("\n")
    : text;
}
