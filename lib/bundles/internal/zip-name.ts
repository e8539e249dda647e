const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const codePage437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/**
 * A name of a zip entry: UTF-8 when it is valid UTF-8 (many packers forget the flag), else code page 437; null when
 * it claims to be UTF-8 and is not.
 */
export function decodeZipName(raw: Uint8Array, claimsUtf8: boolean): string | null {
  try {
    return utf8.decode(raw);
  } catch {
    if (claimsUtf8) return null;
    return Array.from(raw, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (codePage437[byte - 0x80] ?? ""),
    ).join("");
  }
}
