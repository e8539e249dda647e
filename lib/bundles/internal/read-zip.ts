import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { crc32, type InputType, inflateRaw, inflateRawSync, type ZlibOptions } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import type { ArchiveContents } from "../archive-contents";
import type { ArchiveLimits } from "../archive-limits";
import { ArchiveRefused, type ArchiveRule, refuse } from "../archive-refusal";
import { isExecutableMode } from "../package-bytes";
import { ArchiveGuard, type EntryName } from "./archive-guard";
import { decodeZipName } from "./zip-name";
import { checkZipStructure, type ZipSpan } from "./zip-structure";

const inflate: (input: InputType, options: ZlibOptions) => Promise<Uint8Array> = promisify(inflateRaw);

const localHeaderSize = 30;

/** Unpacked on the spot: handing a small file to another thread costs many times its work. */
const smallFile = 64 * 1024;
const filesInOneTurn = 16;

/** Reads a zip in memory, holding every header to what the data says. */
export async function readZip(bytes: Uint8Array, limits: ArchiveLimits): Promise<ArchiveContents> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const zip = await fromBufferPromise(buffer, {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    return await readEntries(zip, buffer, limits);
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    // How the library words an end record that is not at the end.
    if (error instanceof Error && /comment length/i.test(error.message))
      refuse("archive-foreign-data", "There is data after the end of the archive.");
    const reason = error instanceof Error ? error.message : "unreadable";
    return refuse("archive-damaged", `The zip archive is damaged (${reason.slice(0, 200)}).`);
  }
}

/** What is to be unpacked once the archive as a whole has been looked at. */
type PendingEntry = { entry: Entry; path: string; dataStart: number };

async function readEntries(zip: ZipFile, buffer: Buffer, limits: ArchiveLimits): Promise<ArchiveContents> {
  if (zip.entryCount > limits.entries)
    refuse(
      "archive-too-many-entries",
      `The archive has ${zip.entryCount} entries; the limit is ${limits.entries}.`,
    );
  const directory = directoryPlace(zip);
  const guard = new ArchiveGuard(limits, buffer.length);
  const pending: PendingEntry[] = [];
  const spans: ZipSpan[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if ((entry.generalPurposeBitFlag & maskedHeaders) !== 0)
      refuse("archive-encrypted", "The archive's list of files is encrypted.", name.text);
    const isFolder = name.text.endsWith("/");
    if (isFolder && entry.uncompressedSize > 0)
      refuse("archive-header-mismatch", `The folder ${name.text} has data.`, name.text);
    for (const field of entry.extraFields) checkSecondName(field.id, field.data, name.text);
    const span = await checkLocalHeader(zip, entry, name.text);
    spans.push(span);
    const path = guard.place(name, isFolder ? "folder" : isLink(entry) ? "link" : "file");
    if (path === null) continue;
    if (willUnpack(guard, entry, path))
      pending.push({ entry, path, dataStart: span.end - entry.compressedSize });
  }
  checkZipStructure(buffer, spans, { start: directory.start, end: directory.end() }, zip.comment.length);
  for (const [index, one] of pending.entries()) {
    if (index % filesInOneTurn === filesInOneTurn - 1) await nextTurn();
    await take(guard, buffer, one);
  }
  return guard.contents;
}

async function take(guard: ArchiveGuard, buffer: Buffer, { entry, path, dataStart }: PendingEntry) {
  const bytes = await unpack(entry, buffer.subarray(dataStart, dataStart + entry.compressedSize), path);
  if (!isLink(entry)) return guard.contents.files.push({ path, bytes, executable: isExecutable(entry) });
  const target = decodeZipName(bytes, true);
  if (target !== null) return guard.contents.links.push({ path, target, isHard: false });
  return guard.bar(path, "archive-link", `${path} is a link to a name that is not UTF-8.`);
}

/** The reader keeps its place in the directory: first its start, after the last entry its end. */
function directoryPlace(zip: ZipFile): { start: number; end: () => number } {
  const cursor = (): number => Number(zip.readEntryCursor);
  return { start: cursor(), end: cursor };
}

const fileTypeMask = 0o170000;
/** FILE_ATTRIBUTE_REPARSE_POINT: how Windows marks links. */
const reparsePoint = 0x400;
const encrypted = 0x41;
const maskedHeaders = 0x2000;
/** No system has longer targets. */
const maxTarget = 4096;

const typeOf = (entry: Entry): number => (entry.externalFileAttributes >>> 16) & fileTypeMask;
/** Systems without modes leave them empty, which says nothing. */
const isExecutable = (entry: Entry): boolean => isExecutableMode(entry.externalFileAttributes >>> 16);
const isLink = (entry: Entry): boolean => typeOf(entry) === 0o120000;

/** Counts what will be unpacked; false for what is barred. */
function willUnpack(guard: ArchiveGuard, entry: Entry, path: string): boolean {
  const bar = (rule: ArchiveRule, message: string): boolean => {
    guard.bar(path, rule, message);
    return false;
  };
  const { compressionMethod: method, uncompressedSize: size, externalFileAttributes: attributes } = entry;
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & encrypted) !== 0)
    return bar("archive-encrypted", `${path} is encrypted.`);
  if (method !== 0 && method !== 8)
    return bar("archive-method", `${path} is packed by method ${method}; only store and deflate are read.`);
  if ((attributes & reparsePoint) !== 0)
    return bar("archive-link", `${path} is a link of Windows, whose target is not in the archive.`);
  if (typeOf(entry) !== 0 && typeOf(entry) !== 0o100000 && !isLink(entry))
    return bar("archive-special-file", `${path} is a special file.`);
  if (isLink(entry) && size > maxTarget)
    return bar("archive-link", `${path} is a link to a name that no system has.`);
  if (!guard.fits(path, size)) return false;
  guard.count(size);
  return true;
}

const unicodePathField = 0x7075;

/** Info-ZIP's Unicode path: some readers take it for the name. */
function checkSecondName(id: number, data: Uint8Array, name: string): void {
  if (id === unicodePathField && decodeZipName(data.subarray(5), true) !== name)
    refuse("archive-header-mismatch", `${name} carries a second name.`, name);
}

/** The local header has extra fields of its own. */
function checkLocalExtra(extra: Buffer, name: string): void {
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = extra.readUInt16LE(at + 2);
    checkSecondName(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + size), name);
    at += 4 + size;
  }
}

function nameOf(entry: Entry): EntryName {
  const claimsUtf8 = (entry.generalPurposeBitFlag & 0x0800) !== 0;
  const name = decodeZipName(entry.fileNameRaw, claimsUtf8);
  return { text: name ?? new TextDecoder().decode(entry.fileNameRaw), isUtf8: name !== null };
}

async function checkLocalHeader(zip: ZipFile, entry: Entry, name: string): Promise<ZipSpan> {
  const local = await zip.readLocalFileHeaderPromise(entry, { minimal: false });
  const disagree = (what: string): never =>
    refuse("archive-header-mismatch", `The two headers of ${name} disagree about its ${what}.`, name);
  if (!local.fileName.equals(entry.fileNameRaw)) disagree("name");
  if (local.compressionMethod !== entry.compressionMethod) disagree("method");
  if (((local.generalPurposeBitFlag ^ entry.generalPurposeBitFlag) & encrypted) !== 0) disagree("encryption");
  const hasDescriptor = (local.generalPurposeBitFlag & 8) !== 0;
  const zip64 = local.compressedSize === 0xffffffff || local.uncompressedSize === 0xffffffff;
  if (!hasDescriptor && !zip64) {
    if (local.compressedSize !== entry.compressedSize) disagree("packed size");
    if (local.uncompressedSize !== entry.uncompressedSize) disagree("size");
    if (local.crc32 !== entry.crc32) disagree("checksum");
  }
  checkLocalExtra(local.extraField, name);
  const start = entry.relativeOffsetOfLocalHeader;
  const dataStart = start + localHeaderSize + local.fileNameLength + local.extraFieldLength;
  const { crc32: checksum, compressedSize, uncompressedSize } = entry;
  const descriptor = hasDescriptor ? { checksum, compressedSize, uncompressedSize } : null;
  return { start, end: dataStart + compressedSize, descriptor, path: name };
}

async function unpack(entry: Entry, packed: Buffer, path: string): Promise<Uint8Array> {
  const declared = entry.uncompressedSize;
  let content: Uint8Array;
  if (entry.compressionMethod === 0) {
    content = new Uint8Array(packed);
  } else {
    try {
      const options = { maxOutputLength: declared + 1 };
      content = declared <= smallFile ? inflateRawSync(packed, options) : await inflate(packed, options);
    } catch (error) {
      if (error instanceof RangeError)
        return refuse("archive-header-mismatch", `${path} is larger than its header says.`, path);
      return refuse("archive-damaged", `${path} is damaged.`, path);
    }
  }
  if (content.length !== declared)
    refuse(
      "archive-header-mismatch",
      `${path} has ${content.length} bytes; its header says ${declared}.`,
      path,
    );
  if (crc32(content) !== entry.crc32)
    refuse("archive-damaged", `The checksum of ${path} does not match.`, path);
  return new Uint8Array(content);
}
