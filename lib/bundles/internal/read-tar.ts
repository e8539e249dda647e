import { createGunzip } from "node:zlib";
import { formatBytes } from "@/lib/skills/limits";
import type { ArchiveLimits } from "../archive-limits";
import { refuse } from "../archive-refusal";
import type { FileBytes } from "../package-bytes";
import { EntryGuard } from "./entry-guard";
import { readPaxRecords } from "./pax-records";
import { blockSize, decodeTarName, isZeroBlock, readTarHeader, type TarHeader } from "./tar-header";

/** Of an extended header: names far longer than any path that is accepted. */
const maxExtension = 64 * 1024;

/** What precedes a file and changes its header. */
type Extensions = { pax: Map<string, string> | null; longName: string | null; longLink: boolean };

const noExtensions = (): Extensions => ({ pax: null, longName: null, longLink: false });

/**
 * Reads a tar (ustar, PAX, GNU or Version 7), or a gzipped one. Modes, owners and times are dropped; links and
 * special files are refused, and so is whatever two readers could take for different files: a second name or size,
 * a folder with data, files behind the end.
 */
export async function readTar(
  bytes: Uint8Array,
  limits: ArchiveLimits,
): Promise<{ files: FileBytes[]; ignored: string[] }> {
  const zipped = bytes[0] === 0x1f;
  const tar = zipped ? await unzip(bytes, limits) : bytes;
  const guard = new EntryGuard(limits, zipped ? bytes.length : Number.POSITIVE_INFINITY);
  const files: FileBytes[] = [];
  let pending = noExtensions();
  let at = 0;
  for (;;) {
    const block = tar.subarray(at, at + blockSize);
    if (block.length < blockSize) refuse("archive-damaged", "The archive ends without its end mark.");
    if (isZeroBlock(block)) break;
    const header = readTarHeader(block);
    const start = at + blockSize;
    const end = start + header.size;
    const data = (): Uint8Array => {
      if (end > tar.length) refuse("archive-damaged", `${header.name} is cut short.`, header.name);
      return tar.subarray(start, end);
    };
    if (isExtension(header.type)) {
      guard.countHeader();
      if (header.size > maxExtension)
        refuse("path-too-long", `An extended header is larger than ${formatBytes(maxExtension)}.`);
      extend(pending, header.type, data());
    } else {
      const name = effectiveName(header, pending);
      const isFolder = checkType(header, name);
      const path = guard.admit(name, isFolder);
      pending = noExtensions();
      if (path !== null) {
        guard.checkDeclared(path, header.size, header.size);
        files.push({ path, bytes: new Uint8Array(data()) });
        guard.count(header.size);
      } else data();
    }
    at = start + Math.ceil(header.size / blockSize) * blockSize;
  }
  if (pending.pax || pending.longName !== null || pending.longLink)
    refuse("archive-damaged", "An extended header belongs to no file.");
  if (!isZeroBlock(tar.subarray(at)))
    refuse("archive-foreign-data", "There is data after the end of the archive.");
  return { files, ignored: guard.ignored };
}

const isExtension = (type: string): boolean => "xgLK".includes(type);

/** Headers that belong to the next file. A global one may hold comments, but no name and no size for all files. */
function extend(pending: Extensions, type: string, data: Uint8Array): void {
  const twice = (): never => refuse("archive-header-mismatch", "A file has two extended headers.");
  if (type === "L") pending.longName = pending.longName === null ? decodeTarName(data) : twice();
  else if (type === "K") pending.longLink = pending.longLink ? twice() : true;
  else {
    const records = readPaxRecords(data);
    if ([...records.keys()].some((key) => key.startsWith("GNU.sparse.")))
      refuse("archive-special-file", "The archive holds a sparse file.");
    if (type === "x") pending.pax = pending.pax === null ? records : twice();
    else if (["path", "size", "linkpath"].some((key) => records.has(key)))
      refuse("archive-header-mismatch", "A header for all files names one of them.");
  }
}

function effectiveName(header: TarHeader, { pax, longName }: Extensions): string {
  const path = pax?.get("path") ?? null;
  if (path !== null && longName !== null && path !== longName)
    refuse("archive-header-mismatch", `${path} carries a second name.`, path);
  const name = path ?? longName ?? header.name;
  const size = pax?.get("size");
  if (size !== undefined && size !== String(header.size))
    refuse("archive-header-mismatch", `The two headers of ${name} disagree about its size.`, name);
  return name;
}

/** True for a folder, false for a file; anything else refuses the archive. */
function checkType({ type, size }: TarHeader, name: string): boolean {
  if (type === "1" || type === "2") refuse("archive-link", `${name} is a link.`, name);
  const isFolder = type === "5" || name.endsWith("/");
  if (!isFolder && type !== "0" && type !== "7")
    refuse("archive-special-file", `${name} is a special file (type ${JSON.stringify(type)}).`, name);
  if (isFolder && size > 0) refuse("archive-header-mismatch", `The folder ${name} has data.`, name);
  return isFolder;
}

async function unzip(bytes: Uint8Array, limits: ArchiveLimits): Promise<Uint8Array> {
  // Headers and padding come on top of the content: at most two blocks an entry, and the end.
  const limit = limits.totalBytes + limits.entries * 2 * blockSize + 20 * blockSize;
  const allowed = Math.min(limit, Math.max(1024 * 1024, bytes.length * limits.ratio));
  const engine = createGunzip({ chunkSize: 64 * 1024 });
  engine.end(bytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of engine) {
      size += chunk.length;
      if (size > allowed) break;
      chunks.push(chunk);
    }
  } catch {
    return refuse("archive-damaged", "The gzip data is damaged or cut short.");
  }
  if (size > limit) refuse("archive-too-large", `The archive unpacks to more than ${formatBytes(limit)}.`);
  if (size > allowed)
    refuse("archive-ratio", `The archive unpacks to more than ${limits.ratio} times its size.`);
  if (!isZeroBlock(bytes.subarray(engine.bytesWritten)))
    refuse("archive-foreign-data", "There is data after the end of the gzip data.");
  return Buffer.concat(chunks, size);
}
