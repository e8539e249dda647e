import type { CapabilityKind, CapabilityUse, Certainty } from "../capability";

/** One place in one file; offsets are UTF-16 units of its text. */
export type Sighting = {
  kind: CapabilityKind;
  use: CapabilityUse;
  name: string;
  certainty: Certainty;
  start: number;
};

export const literal = (kind: CapabilityKind, use: CapabilityUse, name: string, start: number): Sighting => ({
  kind,
  use,
  name,
  certainty: "literal",
  start,
});

export const atRunTime = (
  kind: CapabilityKind,
  use: CapabilityUse,
  written: string,
  start: number,
): Sighting => ({ kind, use, name: shorten(written), certainty: "run-time", start });

const longestName = 120;

/** On one line; what is cut off is said to be. */
export function shorten(written: string): string {
  const line = written
    .slice(0, 4 * longestName)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > longestName || written.length > 4 * longestName
    ? `${line.slice(0, longestName)}…`
    : line;
}

export type Language = "shell" | "python" | "javascript" | "powershell";

/** A piece of text of a file that one reader reads: the whole file, a fence, or a string that a shell is given. */
export type Source = {
  text: string;
  /** Where the piece begins in the file. */
  from: number;
  /** How many pieces it is inside of: a shell in a string in a shell. */
  depth: number;
  /** `<file>` stands for a name, as in documentation, and is no redirection. */
  isProse: boolean;
  /** Reads code inside of this piece, of whatever language; handed in, as readers cannot know one another. */
  readInside: (outer: Source, language: Language, inside: Piece) => Sighting[];
};

/** `start` counts in the piece around it. */
export type Piece = {
  text: string;
  start: number;
  /** Stands there character by character; where escapes were taken away, all of it is told at its start. */
  isPlain: boolean;
};
