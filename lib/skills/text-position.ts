import type { TextEdit, TextRange } from "./skill-issue";

/** Finds lines in a text once, then answers positions in O(log n). Lines end in LF, CR LF or a lone CR. */
export class LineIndex {
  private readonly starts: number[] = [0];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) this.starts.push(at + 1);
    }
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** Offset of the first character of a 1-based line; the end of the text past the last one. */
  startOf(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  /** Both count from 1; columns are UTF-16 units. */
  positionAt(offset: number): { line: number; column: number } {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (this.starts[low] ?? 0) + 1 };
  }

  rangeOf(start: number, end: number): TextRange {
    const from = this.positionAt(start);
    const to = this.positionAt(Math.max(start, end));
    return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
  }

  offsetOf(line: number, column: number): number {
    return Math.min(this.startOf(line) + column - 1, this.text.length);
  }
}

/** Applies edits that do not overlap; the order given does not matter. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = new LineIndex(text);
  const spans = edits
    .map(({ range, text: replacement }) => ({
      start: lines.offsetOf(range.startLine, range.startColumn),
      end: lines.offsetOf(range.endLine, range.endColumn),
      replacement,
    }))
    .sort((left, right) => right.start - left.start);
  return spans.reduce((result, { start, end, replacement }) => {
    return result.slice(0, start) + replacement + result.slice(end);
  }, text);
}
