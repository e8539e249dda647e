import type { Readable } from "node:stream";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { ArchiveContents } from "./archive-contents";
import { type ArchiveLimits, archiveLimits } from "./archive-limits";
import { type ArchiveRefusal, ArchiveRefused, refuse } from "./archive-refusal";
import { readStreamUpTo } from "./internal/read-stream-up-to";
import { readTar } from "./internal/read-tar";
import { readZip } from "./internal/read-zip";
import { looksLikeTar } from "./internal/tar-header";

export type ReadArchiveOptions = { fileName: string; limits?: Partial<ArchiveLimits>; signal?: AbortSignal };

/**
 * Unpacks a zip (`.skill` is one), tar or tar.gz in memory, told apart by their bytes, never by their name; nothing is
 * written anywhere, and no link is followed. An offence of the archive itself refuses it with its rule and path. What
 * an entry's fault means for the skills in it, `archivePackages` says.
 */
export async function readArchive(
  source: Uint8Array | Readable,
  options: ReadArchiveOptions,
): Promise<Result<ArchiveContents, ArchiveRefusal>> {
  const limits: ArchiveLimits = { ...archiveLimits, ...options.limits };
  try {
    const bytes = source instanceof Uint8Array ? source : await readStreamUpTo(source, limits.archiveBytes);
    const contents = await unpack(bytes, limits, options);
    options.signal?.throwIfAborted();
    return ok(contents);
  } catch (error) {
    if (error instanceof ArchiveRefused) return err(error.refusal);
    throw error;
  }
}

async function unpack(
  bytes: Uint8Array,
  limits: ArchiveLimits,
  options: ReadArchiveOptions,
): Promise<ArchiveContents> {
  if (bytes.length > limits.archiveBytes)
    refuse("archive-too-large", "The archive is larger than the limit.");
  if (isZip(bytes)) return readZip(bytes, limits);
  if (isGzip(bytes) || looksLikeTar(bytes)) return readTar(bytes, limits);
  return refuse("archive-unknown", `${options.fileName} is neither a zip, a tar nor a tar.gz archive.`);
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  (bytes[2] === 3 || bytes[2] === 5) &&
  (bytes[3] === 4 || bytes[3] === 6);

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
