import type { ReadingLimits, ResourcePage } from "@/lib/runtime/dialect";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { type Neutralised, neutralise } from "./internal/neutralise";

/**
 * A page of a file with each line's number and a tab before it, and what to ask for next where a limit ended it. Lines
 * end alike, however they do in the file.
 */
export function renderNumberedLines(page: ResourcePage, frame: FrameMarks): Neutralised {
  const { text, flags } = neutralise(page.text.replaceAll("\r\n", "\n"), frame);
  const { first, tokens } = page.lines ?? { first: 1 };
  const ended = page.nextOffset === null ? text : text.replace(/\n$/, "");
  const lines = ended.split("\n").map((line, at) => `${first + at}\t${line}`);
  const more = tokens === undefined ? [] : [partHead + sayPart(page, tokens) + partFoot];
  return { text: [...lines, ...more].join("\n"), flags };
}

const [partHead, partFoot] = ["\n<system-reminder>\n[Only a part of ", "]\n</system-reminder>"];

function sayPart({ name, path, lines }: ResourcePage, tokens: number): string {
  const { last, total } = lines ?? { last: 0, total: 0 };
  return (
    `skill://${name}/${path}: lines 1-${last} of ${total} (${tokens} tokens, at most ${readingLimits.tokens}). ` +
    `It goes on with offset=${last + 1} limit=${last}; what is asked may stand there.`
  );
}

/** A part is a little less than what fits, since tokens are not spread evenly over lines. */
const share = 0.85;
const kilobytes = (bytes: number): string => `${Number((bytes / 1024).toFixed(1))}KB`;

/** Of Claude Code's tool Read. Bytes; tokens by the model's count. */
export const readingLimits: ReadingLimits = {
  bytes: 256 * 1024,
  tokens: 25_000,
  firstPart: ({ lines, tokens }) =>
    Math.max(1, Math.floor(((lines * readingLimits.tokens) / tokens) * share)),
  tooLong: (found) => {
    const [is, most] =
      "bytes" in found
        ? [kilobytes(found.bytes), kilobytes(readingLimits.bytes)]
        : [`${found.tokens} tokens`, `${readingLimits.tokens}`];
    return `Too long to be shown (${is}, at most ${most}). Ask for some of its lines, with offset and limit.`;
  },
};

/** The text of such a page; the same text where the lines have no numbers. */
export function readNumberedLines(text: string): string {
  const part = text.endsWith(partFoot) ? text.lastIndexOf(`\n${partHead}`) : -1;
  const lines = (part < 0 ? text : text.slice(0, part)).split("\n");
  return lines.every((line) => /^\d+\t/.test(line))
    ? lines.map((line) => line.slice(line.indexOf("\t") + 1)).join("\n")
    : text;
}
