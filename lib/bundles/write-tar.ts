import { Readable, Transform } from "node:stream";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { archiveEntries } from "./internal/archive-entries";
import type { ArchiveLayout, PackedPackage } from "./package-bytes";

const fixedTime = new Date(0);

/** A ustar archive: sorted paths, mode 0644, owner 0, time 0. The same content is the same bytes. */
export function writeTar(packages: readonly PackedPackage[], options: { layout: ArchiveLayout }): Readable {
  const tar = pack();
  for (const { path, bytes } of archiveEntries(packages, options.layout))
    tar.entry(
      { name: path, size: bytes.length, mode: 0o644, mtime: fixedTime, type: "file", uid: 0, gid: 0 },
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
  tar.finalize();
  return Readable.from(tar, { objectMode: false });
}

/** `writeTar` through gzip, without the system's mark in the header, so that every system writes the same bytes. */
export function writeTarGz(packages: readonly PackedPackage[], options: { layout: ArchiveLayout }): Readable {
  return writeTar(packages, options)
    .pipe(createGzip({ level: 6 }))
    .pipe(neutralSystem());
}

const systemByte = 9;
const unknownSystem = 255;

function neutralSystem(): Transform {
  let first = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (first && chunk.length > systemByte) chunk[systemByte] = unknownSystem;
      first = false;
      done(null, chunk);
    },
  });
}
