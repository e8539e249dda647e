/** Blanks as Python's `str.strip` has them: the separators U+001C to U+001F are, a byte order mark is not. */
function isBlank(code: number): boolean {
  if (code === 0xfeff) return false;
  return code === 0x85 || (code >= 0x1c && code <= 0x1f) || /\s/.test(String.fromCharCode(code));
}

/** Without the blanks around it, as the reference trims. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
