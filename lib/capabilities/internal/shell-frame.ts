import type { ShellRedirect, ShellWord } from "./shell-commands";

/** One level: the script, `$( )`, backticks, `( )`, the values of an array. */
export type ShellFrame = {
  closer: "" | ")" | "`";
  isArray: boolean;
  words: ShellWord[];
  redirects: ShellRedirect[];
  /** The word that is being read. */
  parts: string[] | null;
  wordStart: number;
  isLiteral: boolean;
  inDouble: boolean;
  /** What the next word is. */
  next: "word" | "read" | "write" | "delimiter" | "data";
  cases: number;
  isPattern: boolean;
  inTest: boolean;
};

export const openFrame = (closer: ShellFrame["closer"]): ShellFrame => ({
  closer,
  isArray: false,
  words: [],
  redirects: [],
  parts: null,
  wordStart: 0,
  isLiteral: true,
  inDouble: false,
  next: "word",
  cases: 0,
  isPattern: false,
  inTest: false,
});

/** The end of a text that is announced by `<<word`, and where the script goes on. */
export function readDocument(text: string, from: number, word: string): { end: number; next: number } {
  let at = from;
  while (at < text.length) {
    const lineEnd = text.indexOf("\n", at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const next = lineEnd < 0 ? end : end + 1;
    if (end - at < word.length + 200 && text.slice(at, end).trim() === word) return { end: at, next };
    at = next;
  }
  return { end: text.length, next: text.length };
}
