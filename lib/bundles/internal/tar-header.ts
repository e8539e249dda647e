import { refuse } from "../archive-refusal";

export const blockSize = 512;

/** One header block. `type` is its flag: `0` for a file, also when the block says NUL. */
export type TarHeader = { name: string; size: number; type: string };

const checksumStart = 148;
const checksumEnd = 156;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A name up to its NUL. One that is not UTF-8 means another file to every reader: refused. */
export function decodeTarName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  try {
    return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end));
  } catch {
    return refuse("path-control-character", "A name in the archive is not UTF-8.");
  }
}

/** Octal digits between blanks and NULs, or GNU's base 256; null for anything else, negative numbers too. */
function readNumber(field: Uint8Array): number | null {
  const first = field[0] ?? 0;
  if (first === 0x80) return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
  const text = String.fromCharCode(...field).replace(/^[ \0]+|[ \0].*$/gs, "");
  if (text === "") return 0;
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : null;
}

/** The sum of all bytes with the checksum's own as blanks; very old packers summed signed bytes. */
function hasChecksum(block: Uint8Array): boolean {
  const expected = readNumber(block.subarray(checksumStart, checksumEnd));
  let sum = (checksumEnd - checksumStart) * 32;
  let negative = 0;
  for (let at = 0; at < blockSize; at++) {
    if (at === checksumStart) at = checksumEnd;
    const byte = block[at] ?? 0;
    sum += byte;
    if (byte > 127) negative += 256;
  }
  return expected === sum || expected === sum - negative;
}

export const isZeroBlock = (block: Uint8Array): boolean => block.every((byte) => byte === 0);

/** True for ustar, GNU and the format of Version 7, which has no mark but its checksum. */
export function looksLikeTar(bytes: Uint8Array): boolean {
  const block = bytes.subarray(0, blockSize);
  return block.length === blockSize && !isZeroBlock(block) && hasChecksum(block);
}

/** https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_92_13_06 */
export function readTarHeader(block: Uint8Array): TarHeader {
  if (!hasChecksum(block)) refuse("archive-damaged", "The checksum of a header does not match.");
  const isUstar = String.fromCharCode(...block.subarray(257, 263)) === "ustar\0";
  const prefix = isUstar ? decodeTarName(block.subarray(345, 500)) : "";
  const ownName = decodeTarName(block.subarray(0, 100));
  const name = prefix === "" ? ownName : `${prefix}/${ownName}`;
  const size = readNumber(block.subarray(124, 136));
  if (size === null || !Number.isSafeInteger(size))
    return refuse("archive-damaged", `The size of ${name} is no number.`, name);
  const flag = block[156] ?? 0;
  return { name, size, type: flag === 0 ? "0" : String.fromCharCode(flag) };
}
