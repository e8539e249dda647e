import { markOnLine } from "@/lib/kernel/mark-hidden";
import { type GateWord, sayGate } from "./gate-remarks";

export const joinLines = (all: readonly string[]): string => `${all.join("\n").trimEnd()}\n`;

const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** A table with its head; its cells are written as Markdown already. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  tableRow(head),
  tableRow(head.map(() => "---")),
  ...rows.map(tableRow),
];

/** What the gate says, and why. */
export function gateLines(gate: GateWord): string[] {
  const { word, why } = sayGate(gate);
  return [`**${word}.**`, ...(why.length > 0 ? ["", ...why.map((said) => `- ${inText(said)}`)] : [])];
}

type Share = { share: number; low: number; high: number; count?: number; of?: number };

/** `0.90 [0.70, 0.97], 18 of 20`. */
export function sayShare(proportion: Share | null): string {
  if (!proportion) return "not measured";
  const { share: value, low, high, count, of } = proportion;
  const range = `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  return of === undefined ? range : `${range}, ${count} of ${of}`;
}

const longestShown = 200;

/** A text of somebody else's as code: no link, mention, image or table of theirs is drawn, and nothing hides in it. */
export function inCode(text: string): string {
  const line = markOnLine(text).toWellFormed().trim();
  const shown = line.length > longestShown ? `${line.slice(0, longestShown).toWellFormed()}…` : line;
  if (shown === "") return "(empty)";
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  // In a table even code ends at a bar, and a backslash before it is taken for its escape.
  return `${fence}${room}${shown.replaceAll("|", "\\|")}${room}${fence}`;
}

/** The same among words of ours, where names of skills are all that is not. */
export const inText = (text: string): string =>
  markOnLine(text)
    .toWellFormed()
    .replace(/[\\`*_[\]<>|&~#@!]/g, (sign) => `&#${sign.charCodeAt(0)};`);
