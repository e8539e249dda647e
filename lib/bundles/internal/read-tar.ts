import type { ArchiveContents } from "../archive-contents";
import type { ArchiveLimits } from "../archive-limits";
import { refuse } from "../archive-refusal";
import { ArchiveGuard } from "./archive-guard";
import { ByteSource, gunzippedChunks, isZero, plainChunks } from "./byte-source";
import { type DescribedEntry, TarExtensions } from "./tar-extensions";
import { blockSize, readTarHeader, type TarHeader } from "./tar-header";

/**
 * Reads a tar (ustar, PAX, GNU or Version 7), or a gzipped one, piece by piece: what is not used is not kept. Of a
 * mode the owner's execute bit stays; owners and times are dropped. Whatever two readers could take for different files refuses the archive: a second name
 * or size, a folder or a link with data, files behind the end.
 */
export async function readTar(bytes: Uint8Array, limits: ArchiveLimits): Promise<ArchiveContents> {
  const zipped = bytes[0] === 0x1f;
  const source = new ByteSource(zipped ? gunzippedChunks(bytes) : plainChunks(bytes));
  const guard = new ArchiveGuard(limits, zipped ? bytes.length : Number.POSITIVE_INFINITY);
  try {
    await readEntries(source, guard);
    if (!(await source.passZeros((count) => guard.countPadding(count))))
      refuse("archive-foreign-data", "There is data after the end of the archive.");
    return guard.contents;
  } finally {
    await source.close();
  }
}

async function readEntries(source: ByteSource, guard: ArchiveGuard): Promise<void> {
  const extensions = new TarExtensions();
  for (;;) {
    const block = await source.take(blockSize);
    if (!block) return refuse("archive-damaged", "The archive ends without its end mark.");
    if (isZero(block)) break;
    const header = readTarHeader(block);
    if (TarExtensions.isExtension(header)) {
      TarExtensions.checkSize(header);
      guard.countExtension(header.size);
      extensions.add(header, await takeData(source, header));
    } else {
      await readEntry(source, guard, header, extensions.apply(header));
    }
  }
  if (extensions.isPending) refuse("archive-damaged", "An extended header belongs to no file.");
}

async function readEntry(
  source: ByteSource,
  guard: ArchiveGuard,
  header: TarHeader,
  { name, target, isSparse }: DescribedEntry,
): Promise<void> {
  const kind = isSparse ? "special" : kindOf(header, name.text);
  const mayHaveData = kind === "file" || (kind === "special" && !"346".includes(header.type));
  if (!mayHaveData && header.size > 0)
    refuse("archive-header-mismatch", `${name.text} has data, which no ${kind} has.`, name.text);
  if (kind === "label") return guard.countExtension(blockSize);
  const path = guard.place(name, kind === "special" ? "file" : kind);
  guard.count(header.size);
  if (kind === "special") await skipHoles(source, guard, header);
  if (path !== null && kind === "file" && guard.fits(path, header.size)) {
    const bytes = await takeData(source, header);
    guard.contents.files.push({ path, bytes, executable: header.executable });
    return;
  }
  if (path !== null && kind === "link") {
    if (target.isUtf8) guard.contents.links.push({ path, target: target.text, isHard: header.type === "1" });
    else guard.bar(path, "archive-link", `${path} is a link to a name that is not UTF-8.`);
  }
  if (path !== null && kind === "special")
    guard.bar(
      path,
      "archive-special-file",
      `${path} is a special file (type ${JSON.stringify(header.type)}).`,
    );
  if (!(await source.passOver(padded(header.size)))) cutShort(header);
}

/** What an entry is. Old headers that rename what follows them are read by some and not by others. */
function kindOf({ type }: TarHeader, name: string): "file" | "folder" | "link" | "special" | "label" {
  if (type === "N" || type === "X")
    return refuse(
      "archive-special-file",
      `The archive has a header of type ${type} for what follows it.`,
      name,
    );
  if (type === "V") return "label";
  if (type === "1" || type === "2") return "link";
  if (type === "5" || (type !== "3" && type !== "4" && type !== "6" && name.endsWith("/"))) return "folder";
  return type === "0" || type === "7" ? "file" : "special";
}

/** The map of a sparse file goes on in blocks of its own, which no size counts. */
async function skipHoles(
  source: ByteSource,
  guard: ArchiveGuard,
  { type, continues }: TarHeader,
): Promise<void> {
  for (let goesOn = type === "S" && continues; goesOn; ) {
    guard.countExtension(blockSize);
    const block = await source.take(blockSize);
    if (!block) return refuse("archive-damaged", "The archive ends in a sparse file.");
    goesOn = block[504] === 1;
  }
}

const padded = (size: number): number => Math.ceil(size / blockSize) * blockSize;

async function takeData(source: ByteSource, header: TarHeader): Promise<Uint8Array> {
  const data = await source.take(header.size);
  if (!data || !(await source.passOver(padded(header.size) - header.size))) return cutShort(header);
  return data;
}

const cutShort = ({ name }: TarHeader): never =>
  refuse("archive-damaged", `${name.text} is cut short.`, name.text);
