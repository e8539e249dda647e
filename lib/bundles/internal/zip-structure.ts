import { refuse } from "../archive-refusal";

const endSignature = 0x06054b50;
const zip64EndSignature = 0x06064b50;
const descriptorSignature = 0x08074b50;
const endSize = 22;
const zip64EndSize = 56 + 20;

/** What the directory says of a file whose sizes follow its data. */
export type ZipDescriptor = { checksum: number; compressedSize: number; uncompressedSize: number };

export type ZipSpan = { start: number; end: number; descriptor: ZipDescriptor | null; path: string };

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
    at = span.end + (span.descriptor ? descriptorSize(view, span.end, span.descriptor, span.path) : 0);
  }
  if (at !== directory.start)
    refuse("archive-foreign-data", "There is data between the files and the directory.");
}

/**
 * With or without its signature, with 32 or 64-bit sizes: whichever holds what the directory says. A descriptor that
 * says something else is how a file has one size for those who read on and another for those who look it up.
 */
function descriptorSize(view: DataView, at: number, expected: ZipDescriptor, path: string): number {
  for (const signed of [4, 0])
    for (const wide of [false, true]) {
      const size = signed + 4 + (wide ? 16 : 8);
      if (at + size > view.byteLength) continue;
      if (signed === 4 && view.getUint32(at, true) !== descriptorSignature) continue;
      const place = at + signed;
      const read = (offset: number): number =>
        wide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true);
      const holds =
        view.getUint32(place, true) === expected.checksum &&
        read(place + 4) === expected.compressedSize &&
        read(place + (wide ? 12 : 8)) === expected.uncompressedSize;
      if (holds) return size;
    }
  return refuse(
    "archive-header-mismatch",
    `What follows ${path} disagrees about its size or checksum.`,
    path,
  );
}
