/** The first `length` code units, without half of a surrogate pair at the end. */
export function wellFormedStart(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
