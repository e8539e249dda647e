import { tokensOfBytes } from "../command-output";

const encoder = new TextEncoder();

/** One line: the bytes of it without its text, line break and all, and the text that it may have. */
export type SharedLine = { bareBytes: number; text: string };

/**
 * What is kept of each text when the lines together may take so many tokens, each line rounded up by itself: one
 * character after the other in turn, so that a short text leaves its share to longer ones. Null for a line that has no
 * room even without its text: the first lines keep theirs.
 */
export function shareTokens(lines: readonly SharedLine[], mostTokens: number): (string | null)[] {
  const whole = lines.map(({ bareBytes, text }) => tokensOfBytes(bareBytes + textBytes(text)));
  if (sum(whole) <= mostTokens) return lines.map(({ text }) => text);
  const bare = lines.map(({ bareBytes }) => tokensOfBytes(bareBytes));
  if (sum(bare) > mostTokens) return keepFirst(bare, mostTokens);
  return shareOut(lines, mostTokens - sum(bare));
}

/** A text stands between blanks: it brings one with it. */
const textBytes = (text: string): number => (text === "" ? 0 : encoder.encode(text).length + 1);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function keepFirst(bare: readonly number[], mostTokens: number): (string | null)[] {
  let left = mostTokens;
  return bare.map((tokens) => {
    if (tokens > left) return null;
    left -= tokens;
    return "";
  });
}

function shareOut(lines: readonly SharedLine[], tokens: number): string[] {
  const rows = lines.map(({ bareBytes, text }) => ({ letters: [...text], kept: 0, bytes: bareBytes }));
  let left = tokens;
  let open = rows;
  while (open.length > 0) {
    open = open.filter((row) => {
      const letter = row.letters[row.kept];
      if (letter === undefined) return false;
      const bytes = row.bytes + encoder.encode(letter).length + (row.kept === 0 ? 1 : 0);
      const cost = tokensOfBytes(bytes) - tokensOfBytes(row.bytes);
      if (cost > left) return false;
      left -= cost;
      row.bytes = bytes;
      row.kept += 1;
      return true;
    });
  }
  return rows.map(({ letters, kept }) => letters.slice(0, kept).join(""));
}
