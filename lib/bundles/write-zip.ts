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
 * archive, byte for byte, on every machine. `root` takes exactly one package.
 */
export function writeZip(packages: readonly PackedPackage[], options: { layout: ArchiveLayout }): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  addFiles(zip, [...archiveEntries(packages, options.layout)]).catch((error: Error) =>
    archive.destroy(error),
  );
  return archive;
}

async function addFiles(zip: ZipFile, files: readonly FileBytes[]): Promise<void> {
  let added = 0;
  for (const file of files) {
    const { path, bytes } = file;
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), path, zipOptions(file));
    added += bytes.length;
    if (added < addedInOneTurn) continue;
    added = 0;
    await nextTurn();
  }
  zip.end();
}
