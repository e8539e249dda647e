import { refuse } from "../archive-refusal";
import { isExecutableMode } from "../package-bytes";
import type { EntryName } from "./archive-guard";
import { isZero } from "./byte-source";

export const blockSize = 512;

/**
 * One header block. `type` is its flag: `0` for a file, also when the block says NUL. `target` is what a link names.
 * `continues`: a map of holes goes on in the next block, as GNU's old sparse files have it.
 */
export type TarHeader = {
  name: EntryName;
  target: EntryName;
  size: number;
  type: string;
  continues: boolean;
  executable: boolean;
};

const none: EntryName = { text: "", isUtf8: true };
const checksumStart = 148;
const checksumEnd = 156;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** A name, up to its NUL unless said otherwise. */
export function decodeTarName(bytes: Uint8Array, { toNul = true } = {}): EntryName {
  const end = toNul ? bytes.indexOf(0) : -1;
  const name = end < 0 ? bytes : bytes.subarray(0, end);
  try {
    return { text: strict.decode(name), isUtf8: true };
  } catch {
    return { text: lenient.decode(name), isUtf8: false };
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

/** True for ustar, GNU and the format of Version 7, which has no mark but its checksum. */
export function looksLikeTar(bytes: Uint8Array): boolean {
  const block = bytes.subarray(0, blockSize);
  return block.length === blockSize && !isZero(block) && hasChecksum(block);
}

/** https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_92_13_06 */
export function readTarHeader(block: Uint8Array): TarHeader {
  if (!hasChecksum(block)) refuse("archive-damaged", "The checksum of a header does not match.");
  const isUstar = String.fromCharCode(...block.subarray(257, 263)) === "ustar\0";
  const ownName = decodeTarName(block.subarray(0, 100));
  const prefix = isUstar && block[345] !== 0 ? decodeTarName(block.subarray(345, 500)) : none;
  const text = prefix.text === "" ? ownName.text : `${prefix.text}/${ownName.text}`;
  const size = readNumber(block.subarray(124, 136));
  if (size === null || !Number.isSafeInteger(size))
    return refuse("archive-damaged", `The size of ${text} is no number.`, text);
  const flag = block[156] ?? 0;
  const isLink = flag === 0x31 || flag === 0x32;
  return {
    name: { text, isUtf8: ownName.isUtf8 && prefix.isUtf8 },
    target: isLink ? decodeTarName(block.subarray(157, 257)) : none,
    size,
    type: flag === 0 ? "0" : String.fromCharCode(flag),
    continues: block[482] === 1,
    executable: isExecutableMode(readNumber(block.subarray(100, 108)) ?? 0),
  };
}
