import { promisify } from "node:util";
import { gunzip, type InputType, type ZlibOptions } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { formatBytes } from "@/lib/skills/limits";
import type { ArchiveLimits } from "../archive-limits";
import { ArchiveRefused, refuse } from "../archive-refusal";
import type { FileBytes } from "../package-bytes";
import { EntryGuard } from "./entry-guard";

const gunzipBytes: (input: InputType, options: ZlibOptions) => Promise<Uint8Array> = promisify(gunzip);

const blockSize = 512;

/** Reads a tar, or a gzipped one. Modes, owners and times are dropped; links and special files are refused. */
export async function readTar(
  bytes: Uint8Array,
  limits: ArchiveLimits,
): Promise<{ files: FileBytes[]; ignored: string[] }> {
  const zipped = bytes[0] === 0x1f;
  const tar = zipped ? await unzip(bytes, limits) : bytes;
  const guard = new EntryGuard(limits, zipped ? bytes.length : Number.POSITIVE_INFINITY);
  const files: FileBytes[] = [];
  const extractor = extract();
  extractor.on("error", () => undefined);
  extractor.end(tar);
  try {
    for await (const entry of extractor) {
      const { header } = entry;
      const isFolder = checkType(header);
      const path = guard.admit(header.name, isFolder);
      const { size } = header;
      if (path !== null) guard.checkDeclared(path, size, size);
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) if (path !== null && chunk instanceof Uint8Array) chunks.push(chunk);
      if (path === null) continue;
      const content = concat(chunks);
      if (content.length !== size) refuse("archive-damaged", `${path} is cut short.`, path);
      guard.count(size);
      files.push({ path, bytes: content });
    }
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    refuse(
      "archive-damaged",
      `The tar archive is damaged (${error instanceof Error ? error.message : "unreadable"}).`,
    );
  } finally {
    extractor.destroy();
  }
  return { files, ignored: guard.ignored };
}

/** True for a folder, false for a file; anything else refuses the archive. */
function checkType({ name, type }: Header): boolean {
  switch (type) {
    case "file":
    case "contiguous-file":
      return false;
    case "directory":
      return true;
    case "link":
    case "symlink":
      return refuse("archive-link", `${name} is a link.`, name);
    default:
      return refuse("archive-special-file", `${name} is a special file (${String(type)}).`, name);
  }
}

async function unzip(bytes: Uint8Array, limits: ArchiveLimits): Promise<Uint8Array> {
  // Headers and padding come on top of the content: at most two blocks an entry, and the end.
  const limit = limits.totalBytes + limits.entries * 2 * blockSize + 20 * blockSize;
  const allowed = Math.min(limit, Math.max(1024 * 1024, bytes.length * limits.ratio));
  try {
    return await gunzipBytes(bytes, { maxOutputLength: allowed });
  } catch (error) {
    if (error instanceof RangeError) {
      if (allowed === limit)
        refuse("archive-too-large", `The archive unpacks to more than ${formatBytes(limit)}.`);
      refuse("archive-ratio", `The archive unpacks to more than ${limits.ratio} times its size.`);
    }
    return refuse("archive-damaged", "The gzip data is damaged or cut short.");
  }
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}
