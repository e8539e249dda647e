import { readCommandOutput } from "@/lib/dialects/command-output";
import { partMark } from "./without-reminders";

/** What a tool of a host shows of a file, and whether it went well. */
export type ShownFile = { text: string; isPart: boolean; failed: boolean };

const linesHead = /--- FILE CONTENT \(truncated\) ---\n/;

/** Behind the first lines of a file that has too many tokens. */
const [partNote, partEnd] = [`\n\n<system-reminder>\n${partMark}`, "]\n</system-reminder>"];

/**
 * The file's own text in the result of a call: without what a shell says of a command, without the numbers before its
 * lines, and without what a host says of a part.
 */
export function shownFile(result: string): ShownFile {
  const command = readCommandOutput(result);
  if (command) {
    const { output: text, code } = command;
    return { text, isPart: /\n…\d+ \w+ truncated…\n/.test(text), failed: code !== 0 };
  }
  const part = linesHead.exec(result.slice(0, 2_000));
  if (part) return { text: result.slice(part.index + part[0].length), isPart: true, failed: false };
  const first = result.lastIndexOf(partNote);
  const lines = first < 0 || !result.endsWith(partEnd) ? result : result.slice(0, first);
  return { text: withoutNumbers(lines), isPart: lines !== result, failed: false };
}

/** `1\ttext` on every line, counting on: then it is the host that counts. */
function withoutNumbers(text: string): string {
  const lines = text.split("\n");
  const first = Number(/^ *(\d+)[\t→]/.exec(lines[0] ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) return text;
  const bare: string[] = [];
  for (const [at, line] of lines.entries()) {
    const match = /^ *(\d+)(?:[\t→]|$)/.exec(line);
    if (!match || Number(match[1]) !== first + at) return text;
    bare.push(line.slice(match[0].length));
  }
  return bare.join("\n");
}
