import { formatBytes, packageLimits } from "@/lib/skills/limits";
import { checkPackagePath, isJunkPath, type PathRule } from "@/lib/skills/package-path";
import type { ArchiveLimits } from "../archive-limits";
import { refuse } from "../archive-refusal";

/** Offences that do not matter in files which are left out anyway. */
const harmlessInJunk: ReadonlySet<PathRule> = new Set([
  "path-windows-name",
  "path-trailing-dot",
  "path-too-deep",
  "path-too-long",
  "path-invisible-character",
  "path-control-character",
]);

const mebibyte = 1024 * 1024;

/** Counts what an archive claims and what it gives, and refuses it at the first limit passed. */
export class EntryGuard {
  private entries = 0;
  private unpacked = 0;
  readonly ignored: string[] = [];

  private readonly limits: ArchiveLimits;
  private readonly archiveBytes: number;

  constructor(limits: ArchiveLimits, archiveBytes: number) {
    this.limits = limits;
    this.archiveBytes = archiveBytes;
  }

  /** Every header counts, also one that only describes the next. */
  countHeader(): void {
    this.entries++;
    if (this.entries > this.limits.entries)
      refuse("archive-too-many-entries", `The archive has more than ${this.limits.entries} entries.`);
  }

  /** The clean path of an entry, or null for junk and folders. */
  admit(rawPath: string, isFolder: boolean): string | null {
    this.countHeader();
    const { limits } = this;
    const junk = isJunkPath(rawPath.replace(/\/+$/, ""));
    const checked = checkPackagePath(rawPath, { ...packageLimits, ...limits });
    if (!checked.ok) {
      const { rule, message } = checked.error;
      if (isFolder && rule === "path-empty") return null;
      if (!junk || !harmlessInJunk.has(rule) || rawPath.includes("\u0000")) refuse(rule, message, rawPath);
    }
    if (isFolder) return null;
    if (!junk && checked.ok) return checked.value;
    this.ignored.push(rawPath);
    return null;
  }

  /** Before unpacking: is what the header declares within the limits? */
  checkDeclared(path: string, size: number, packed: number): void {
    const { limits } = this;
    if (size > limits.fileBytes)
      refuse(
        "file-too-large",
        `${path} has ${formatBytes(size)}; the limit is ${formatBytes(limits.fileBytes)} a file.`,
        path,
      );
    if (size > mebibyte && size > packed * limits.ratio)
      refuse("archive-ratio", `${path} unpacks to more than ${limits.ratio} times its size.`, path);
  }

  /** After unpacking. */
  count(size: number): void {
    const { limits } = this;
    this.unpacked += size;
    if (this.unpacked > limits.totalBytes)
      refuse("archive-too-large", `The archive unpacks to more than ${formatBytes(limits.totalBytes)}.`);
    if (this.unpacked > mebibyte && this.unpacked > this.archiveBytes * limits.ratio)
      refuse("archive-ratio", `The archive unpacks to more than ${limits.ratio} times its size.`);
  }
}
