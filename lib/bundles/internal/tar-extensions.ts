import { formatBytes } from "@/lib/skills/limits";
import { refuse } from "../archive-refusal";
import type { EntryName } from "./archive-guard";
import { readPaxRecords } from "./pax-records";
import { decodeTarName, type TarHeader } from "./tar-header";

/** Of one extended header: names far longer than any path that is accepted. */
const maxExtension = 64 * 1024;

/** An entry as its own header and those before it describe it. */
export type DescribedEntry = { name: EntryName; target: EntryName; isSparse: boolean };

/**
 * Headers that precede an entry and change it. What two readers could take for different entries refuses the archive:
 * a name or a size said twice, or for all.
 */
export class TarExtensions {
  private pax: ReadonlyMap<string, Uint8Array> | null = null;
  private longName: EntryName | null = null;
  private longTarget: EntryName | null = null;

  static isExtension = ({ type }: TarHeader): boolean => "xgLK".includes(type);

  get isPending(): boolean {
    return this.pax !== null || this.longName !== null || this.longTarget !== null;
  }

  static checkSize({ size }: TarHeader): void {
    if (size > maxExtension)
      refuse("archive-too-large", `An extended header is larger than ${formatBytes(maxExtension)}.`);
  }

  /** A global header may hold comments, but no name and no size for all files. */
  add({ type }: TarHeader, data: Uint8Array): void {
    if (type === "L") this.longName = once(this.longName, decodeTarName(data));
    else if (type === "K") this.longTarget = once(this.longTarget, decodeTarName(data));
    else {
      const records = readPaxRecords(data);
      const isForAll = ["path", "size", "linkpath"].some((key) => records.has(key)) || isSparse(records);
      if (type === "x") this.pax = once(this.pax, records);
      else if (isForAll)
        refuse("archive-header-mismatch", "A header for all files says what only one of them can be.");
    }
  }

  /** The entry that these headers were for; the next one starts anew. */
  apply(header: TarHeader): DescribedEntry {
    const pax = this.pax ?? new Map<string, Uint8Array>();
    const name = oneOf(pax.get("GNU.sparse.name") ?? pax.get("path"), this.longName) ?? header.name;
    const target = oneOf(pax.get("linkpath"), this.longTarget) ?? header.target;
    const size = pax.get("size");
    if (size !== undefined && decodeTarName(size).text !== String(header.size))
      refuse(
        "archive-header-mismatch",
        `The two headers of ${name.text} disagree about its size.`,
        name.text,
      );
    this.pax = null;
    this.longName = null;
    this.longTarget = null;
    return { name, target, isSparse: isSparse(pax) };
  }
}

const isSparse = (records: ReadonlyMap<string, Uint8Array>): boolean =>
  [...records.keys()].some((key) => key.startsWith("GNU.sparse."));

const once = <T>(before: T | null, now: T): T =>
  before === null ? now : refuse("archive-header-mismatch", "A file has two extended headers.");

/** PAX and GNU may both say a name, if they say the same. A NUL in a PAX name ends it for some readers: it stays in. */
function oneOf(record: Uint8Array | undefined, long: EntryName | null): EntryName | null {
  if (record === undefined) return long;
  const name = decodeTarName(record, { toNul: false });
  if (long !== null && long.text !== name.text)
    refuse("archive-header-mismatch", `${name.text} carries a second name.`, name.text);
  return name;
}
