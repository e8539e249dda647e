import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { archiveEntries } from "./internal/archive-entries";
import { zipOptions } from "./internal/zip-options";
import type { ArchiveLayout, PackedPackage } from "./package-bytes";

/**
 * Packs packages, in the order given, each file sorted by the bytes of its path: the same content is the same
 * archive, byte for byte, on every machine. `root` takes exactly one package.
 */
export function writeZip(packages: readonly PackedPackage[], options: { layout: ArchiveLayout }): Readable {
  const zip = new ZipFile();
  for (const { path, bytes } of archiveEntries(packages, options.layout))
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), path, zipOptions());
  zip.end();
  return zip.outputStream as Readable;
}
