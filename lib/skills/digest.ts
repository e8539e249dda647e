/**
 * Answers the sha256 of the UTF-8 lines `<sha256 of the file> <path>\n`, sorted by bytes. File modes take no part.
 * `sha256` hashes UTF-8 text and answers lower-case hex.
 */
export function packageDigest(
  files: readonly { path: string; sha256: string }[],
  sha256: (text: string) => string,
): string {
  return sha256(digestLines(files).join(""));
}

/** Exported so that a person can recompute the digest with `sha256sum | LC_ALL=C sort | sha256sum`. */
export function digestLines(files: readonly { path: string; sha256: string }[]): string[] {
  return files.map((file) => `${file.sha256}  ${file.path}\n`).sort(compareUtf8);
}

/** Order of the UTF-8 bytes, which is code point order; plain string order differs above U+FFFF. */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    const aSurrogate = a >= 0xd800 && a <= 0xdfff;
    const bSurrogate = b >= 0xd800 && b <= 0xdfff;
    if (aSurrogate !== bSurrogate) return aSurrogate ? 1 : -1;
    return a - b;
  }
  return left.length - right.length;
}
