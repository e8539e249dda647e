/** The first `length` code units, without half of a surrogate pair at the end. */
export function wellFormedStart(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
