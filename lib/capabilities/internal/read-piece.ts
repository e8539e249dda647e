import { readJavascript } from "./read-javascript";
import { readPowershell } from "./read-powershell";
import { readPython } from "./read-python";
import { readShell } from "./read-shell";
import { atRunTime, type Language, type Piece, type Sighting, type Source } from "./sighting";

const readers = {
  shell: readShell,
  python: readPython,
  javascript: readJavascript,
  powershell: readPowershell,
} as const satisfies Record<Language, (source: Source) => Sighting[]>;

/** Deeper ones are told as they are written. */
const deepestPiece = 4;

/** A whole file, or a fence of one. */
export const readSource = (language: Language, text: string, from: number, isProse: boolean): Sighting[] =>
  readers[language]({ text, from, depth: 0, isProse, readInside });

function readInside(outer: Source, language: Language, { text, start, isPlain }: Piece): Sighting[] {
  const from = outer.from + start;
  if (outer.depth >= deepestPiece) return [atRunTime("command", "run", text, from)];
  const source = {
    text,
    from: isPlain ? from : 0,
    depth: outer.depth + 1,
    isProse: outer.isProse,
    readInside,
  };
  const found = readers[language](source);
  return isPlain ? found : found.map((one) => ({ ...one, start: from }));
}
