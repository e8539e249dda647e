import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ZipFile } from "yazl";
import { archiveEntries } from "./internal/archive-entries";
import { zipOptions } from "./internal/zip-options";
import type { ArchiveLayout, FileBytes, PackedPackage } from "./package-bytes";

/** Added in one go: checksums are counted here and now. Bytes. */
const addedInOneTurn = 1024 * 1024;

/**
 * Packs packages, in the order given, each file sorted by the bytes of its path: the same content is the same
 * archive, byte for byte. `root` takes exactly one package. `stored`: uncompressed, so that the same content is the
 * same archive on every machine for ever; what compresses better or worse with another release is zlib.
 */
export function writeZip(
  packages: readonly PackedPackage[],
  { layout, stored = false }: { layout: ArchiveLayout; stored?: boolean },
): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  addFiles(zip, [...archiveEntries(packages, layout)], stored).catch((error: Error) =>
    archive.destroy(error),
  );
  return archive;
}

async function addFiles(zip: ZipFile, files: readonly FileBytes[], stored: boolean): Promise<void> {
  let added = 0;
  for (const file of files) {
    const { path, bytes } = file;
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    zip.addBuffer(content, path, stored ? { ...zipOptions(file), compressionLevel: 0 } : zipOptions(file));
    added += bytes.length;
    if (added < addedInOneTurn) continue;
    added = 0;
    await nextTurn();
  }
  zip.end();
}
