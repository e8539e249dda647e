import { PassThrough, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { ZipFile } from "yazl";
import { sortedFiles } from "./internal/archive-entries";
import { neutralSystem, tarHead } from "./internal/tar-parts";
import { zipOptions } from "./internal/zip-options";
import type { FileBytes } from "./package-bytes";

/** Groups of files with their final paths; within a group they are sorted by the bytes of their paths. */
export type FileGroups = AsyncIterable<readonly FileBytes[]>;

/**
 * An archive that is written while its files come in: at most two groups are in memory, however slowly it is read. The
 * same groups are the same bytes. It ends with an error when they do, and they end when nobody reads it any more.
 */
export function streamArchive(groups: FileGroups, format: "zip" | "tar.gz"): Readable {
  return format === "zip" ? streamZip(groups) : streamTarGz(groups);
}

function streamTarGz(groups: FileGroups): Readable {
  const tar = pack();
  const write = (file: FileBytes) =>
    new Promise<void>((resolve, reject) => {
      tar.entry(tarHead(file), Buffer.from(file.bytes), (error) => (error ? reject(error) : resolve()));
    });
  const writeAll = async () => {
    for await (const files of groups) for (const file of sortedFiles(files)) await write(file);
    tar.finalize();
  };
  writeAll().catch((error: Error) => tar.destroy(error));
  const readable = Readable.from(tar, { objectMode: false });
  const gzip = readable.pipe(createGzip({ level: 6 }));
  const archive = gzip.pipe(neutralSystem());
  for (const stream of [readable, gzip]) stream.once("error", (error) => archive.destroy(error));
  archive.once("close", () => tar.destroy());
  return archive;
}

function streamZip(groups: FileGroups): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream.pipe(new PassThrough());
  zip.once("error", (error: Error) => archive.destroy(error));
  const isClosed = Promise.withResolvers<never>();
  isClosed.promise.catch(() => {});
  archive.once("close", () => isClosed.reject(new Error("Nobody reads the archive any more.")));
  const addAll = async () => {
    for await (const files of groups) {
      if (files.length === 0) continue;
      await Promise.race([addGroup(zip, sortedFiles(files)), isClosed.promise]);
    }
    zip.end();
  };
  addAll().catch((error: Error) => archive.destroy(error));
  return archive;
}

/** Done when its last file is being written. */
function addGroup(zip: ZipFile, files: readonly FileBytes[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const last = files.at(-1);
  for (const file of files)
    zip.addReadStreamLazy(file.path, { ...zipOptions(file), size: file.bytes.length }, (read) => {
      if (file === last) resolve();
      read(null, Readable.from([Buffer.from(file.bytes)], { objectMode: false }));
    });
  return promise;
}
