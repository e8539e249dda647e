import type { ReadRow } from "../read-rows";

export type LineRow = ReadRow & {
  /** The model's answer to the request before was read to its end. */
  isAnsweredBefore: boolean;
};

/** Exchanges of one history each, in order: every one of them begins with what the one before it held. */
export type LiveLine = LineRow[];

/**
 * A host begins another history where it no longer sends what it sent before, and its helpers go on with their own in
 * between. An exchange belongs behind the one whose history it goes on with; without one, behind the one before it.
 */
export function linesOf(rows: readonly ReadRow[]): LiveLine[] {
  const lines: LiveLine[] = [];
  const places = new Map<number, { line: LiveLine; row: LineRow }>();
  let newest = 0;
  for (const { exchange, reading } of rows) {
    const before = places.get(exchange.baseSeq ?? newest);
    const readBefore = before?.row.reading;
    const isAnsweredBefore = readBefore?.understood === true && readBefore.isAnswered;
    const row = { exchange, reading, isAnsweredBefore };
    const goesOn = reading.understood && reading.rewrittenFrom === null;
    // Two that go on with the same one have each a history of their own.
    const line = goesOn && before && before.line.at(-1) === before.row ? before.line : startLine(lines);
    line.push(row);
    places.set(exchange.seq, { line, row });
    newest = exchange.seq;
  }
  return lines;
}

function startLine(lines: LiveLine[]): LiveLine {
  const line: LiveLine = [];
  lines.push(line);
  return line;
}
