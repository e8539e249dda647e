/**
 * What stands behind the blanks from an offset on; null where more than blanks is broken by a sign that ends a line for
 * patterns. It is what `\s*(.*)$` finds, which takes time in the square of the blanks where it finds nothing.
 */
export function restOfLine(line: string, from: number): string | null {
  const rest = line.slice(from).trimStart();
  return /[\n\r\u2028\u2029]/.test(rest) ? null : rest;
}
