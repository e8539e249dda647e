import { refuse } from "../archive-refusal";

const endSignature = 0x06054b50;
const zip64EndSignature = 0x06064b50;
const endSize = 22;
const zip64EndSize = 56 + 20;

export type ZipSpan = { start: number; end: number; hasDescriptor: boolean; path: string };

/**
 * A zip must be its own parts and nothing else: files one after another from the first byte, the directory, the
 * end record. Data in front, between, behind, or used twice, is how one file passes for two (or for a bomb).
 */
export function checkZipStructure(
  bytes: Uint8Array,
  spans: readonly ZipSpan[],
  directory: { start: number; end: number },
  commentLength: number,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endRecord = bytes.length - endSize - commentLength;
  if (endRecord < 0 || view.getUint32(endRecord, true) !== endSignature)
    refuse("archive-foreign-data", "There is data after the end of the archive.");
  const gap = endRecord - directory.end;
  const zip64 = gap === zip64EndSize && view.getUint32(directory.end, true) === zip64EndSignature;
  if (gap !== 0 && !zip64)
    refuse("archive-foreign-data", "There is data between the directory and the end record.");
  let at = 0;
  for (const span of spans.toSorted((left, right) => left.start - right.start)) {
    if (span.start < at) refuse("archive-header-mismatch", `${span.path} overlaps another file.`, span.path);
    if (span.start > at)
      refuse(
        "archive-foreign-data",
        at === 0 ? "There is data before the archive." : `There is data before ${span.path}.`,
      );
    at = span.end + (span.hasDescriptor ? descriptorSize(view, span.end) : 0);
  }
  if (at !== directory.start)
    refuse("archive-foreign-data", "There is data between the files and the directory.");
}

/** With or without its signature; 64-bit sizes are told by what follows: the next header begins with PK. */
function descriptorSize(view: DataView, at: number): number {
  const signed = at + 4 <= view.byteLength && view.getUint32(at, true) === 0x08074b50 ? 4 : 0;
  for (const size of [12, 20]) {
    const next = at + signed + size;
    if (next + 2 <= view.byteLength && view.getUint16(next, true) === 0x4b50) return signed + size;
  }
  return signed + 12;
}
