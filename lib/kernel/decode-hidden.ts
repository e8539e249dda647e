/** Of a hidden message, as much is shown as a reader needs. */
const longestDecoded = 400;

/** The text that tag characters stand for, one each. */
export const decodeTags = (run: string): string =>
  [...run]
    .slice(0, longestDecoded)
    .map((tag) => (tag.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join("");

/** VS1-16 are the bytes 0 to 15, VS17-256 the bytes 16 to 255. */
export function decodeVariations(run: string): string {
  const bytes = [...run].slice(0, longestDecoded).map((selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  return printable(new TextDecoder().decode(new Uint8Array(bytes)));
}

/** Reads two different zero-width characters as 0 and 1, eight to a letter. */
export function decodeZeroWidth(run: string): string {
  const kinds = [...new Set(run)];
  if (run.length < 16 || kinds.length !== 2) return "";
  for (const one of kinds) {
    const bits = [...run].map((character) => (character === one ? "1" : "0")).join("");
    const letters = bits.match(/.{8}/g)?.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))) ?? [];
    const decoded = printable(letters.join(""));
    if (decoded) return decoded;
  }
  return "";
}

const printable = (text: string): string => (/^[\x20-\x7e\n\t]{2,}$/.test(text) ? text.slice(0, 200) : "");

/** The first six characters as U+XXXX, and how many there are when that is not all. */
export function codePoints(run: string, most = 6): string {
  const characters = [...run];
  const names = characters
    .slice(0, most)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return characters.length > most ? `${names.join(" ")} … ×${characters.length}` : names.join(" ");
}
