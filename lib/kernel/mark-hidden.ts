import { codePoints, decodeTags, decodeVariations, decodeZeroWidth } from "./decode-hidden";
import { findHiddenText, findUnseenText, type HiddenRun, mayHideText } from "./hidden-text";

/** A text in its order: what is drawn as it is, and what a mark stands for. */
export type MarkedPiece = { text: string; run: HiddenRun | null };

/** Cuts a text at what it hides. One piece when it hides nothing. */
export function splitAtHidden(text: string): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let at = 0;
  for (const run of findHiddenText(text)) {
    if (run.index > at) pieces.push({ text: text.slice(at, run.index), run: null });
    pieces.push({ text: run.text, run });
    at = run.index + run.text.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), run: null });
  return pieces;
}

/** The text without these runs of it. */
export function removeRuns(text: string, runs: readonly HiddenRun[]): string {
  let rest = "";
  let at = 0;
  for (const run of runs) {
    rest += text.slice(at, run.index);
    at = run.index + run.text.length;
  }
  return rest + text.slice(at);
}

/** What a run hides in words of its own, or "" when it spells nothing. */
export function decodeRun({ kind, text }: HiddenRun): string {
  if (kind === "tags") return decodeTags(text);
  if (kind === "selectors") return decodeVariations(text);
  return kind === "zero-width" ? decodeZeroWidth(text) : "";
}

/** Of a hidden message, as much as a mark has room for. */
const longestShown = 80;

/** What stands on a mark: `U+202E`, or of a message in tags what it spells. */
export function labelOfRun(run: HiddenRun): string {
  const decoded = decodeRun(run);
  if (decoded === "") return codePoints(run.text);
  const shown = decoded.length > longestShown ? `${decoded.slice(0, longestShown)}…` : decoded;
  return `${codePoints(run.text, 1)} “${shown}”`;
}

const characterNames: Readonly<Record<string, string>> = {
  "\0": "null",
  "\b": "backspace",
  "\r": "carriage return",
  "\u0007": "bell",
  "\u001b": "escape",
  "\u007f": "delete",
  "\u00ad": "soft hyphen",
  "\u061c": "Arabic letter mark",
  "\u115f": "Hangul filler",
  "\u1160": "Hangul filler",
  "\u200b": "zero-width space",
  "\u200c": "zero-width non-joiner",
  "\u200d": "zero-width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u2028": "line separator",
  "\u2029": "paragraph separator",
  "\u202a": "left-to-right embedding",
  "\u202b": "right-to-left embedding",
  "\u202c": "end of embedding",
  "\u202d": "left-to-right override",
  "\u202e": "right-to-left override",
  "\u2060": "word joiner",
  "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate",
  "\u2068": "first-strong isolate",
  "\u2069": "end of isolate",
  "\u3164": "Hangul filler",
  "\ufeff": "byte order mark",
  "\uffa0": "Hangul filler",
};

const kindNames: Readonly<Record<HiddenRun["kind"], string>> = {
  tags: "tag characters",
  selectors: "variation selectors",
  direction: "direction control",
  control: "control character",
  "zero-width": "invisible character",
};

/** A run in words, for whoever hears it or points at it: "hidden: right-to-left override, U+202E". */
export function describeRun(run: HiddenRun): string {
  const names = [...new Set([...run.text].map((character) => characterNames[character]))];
  const [name] = names;
  const told = names.length === 1 && name ? name : kindNames[run.kind];
  return `hidden: ${told}, ${labelOfRun(run)}`;
}

/** For titles, labels and terminals, where a text is all there is: `file[U+202E]gpj.exe`. */
export function markHidden(text: string): string {
  if (!mayHideText(text)) return text;
  return splitAtHidden(text)
    .map((piece) => (piece.run ? `[${labelOfRun(piece.run)}]` : piece.text))
    .join("");
}

/** The same on one line: what is told of others cannot begin a line of its own. */
export const markOnLine = (text: string): string => markHidden(text.replace(/(?<!\s)\s*[\r\n]\s*/g, " "));

/** JSON in which nothing hides: the same value, its unseen characters as `\\uXXXX`. For lines that people read. */
export function escapeUnseen(json: string): string {
  let escaped = "";
  let at = 0;
  for (const { index, text } of findUnseenText(json)) {
    escaped += json.slice(at, index);
    for (let unit = 0; unit < text.length; unit++)
      escaped += `\\u${text.charCodeAt(unit).toString(16).padStart(4, "0")}`;
    at = index + text.length;
  }
  return escaped + json.slice(at);
}
