import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { archiveEntries } from "./internal/archive-entries";
import { neutralSystem, tarHead } from "./internal/tar-parts";
import type { ArchiveLayout, PackedPackage } from "./package-bytes";

/** A ustar archive: sorted paths, mode 0644 or 0755, owner 0, time 0. The same content is the same bytes. */
export function writeTar(packages: readonly PackedPackage[], options: { layout: ArchiveLayout }): Readable {
  const tar = pack();
  for (const file of archiveEntries(packages, options.layout)) {
    const { buffer, byteOffset, byteLength } = file.bytes;
    tar.entry(tarHead(file), Buffer.from(buffer, byteOffset, byteLength));
  }
  tar.finalize();
  return Readable.from(tar, { objectMode: false });
}

/** `writeTar` through gzip, without the system's mark in the header, so that every system writes the same bytes. */
export function writeTarGz(packages: readonly PackedPackage[], options: { layout: ArchiveLayout }): Readable {
  return writeTar(packages, options)
    .pipe(createGzip({ level: 6 }))
    .pipe(neutralSystem());
}
