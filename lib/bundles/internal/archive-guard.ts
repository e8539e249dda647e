import { formatBytes, packageLimits } from "@/lib/skills/limits";
import { checkPackagePath, isJunkPath, leavesFolder } from "@/lib/skills/package-path";
import type { ArchiveContents } from "../archive-contents";
import type { ArchiveLimits } from "../archive-limits";
import { type ArchiveRule, composedNote, refuse } from "../archive-refusal";
import { isSkillFile } from "../find-packages";
import { exceedsArchiveRatio } from "./exceeds-archive-ratio";

/** A name as it can be shown; one that is not UTF-8 has stand-ins where its bytes say nothing. */
export type EntryName = { text: string; isUtf8: boolean };

/**
 * Gathers what an archive holds, and counts what it claims and gives: past a limit of the archive, or with a name that
 * leaves it, the whole archive is refused. A single entry that cannot be used is barred, under the path it lies at.
 */
export class ArchiveGuard {
  readonly contents: ArchiveContents = { files: [], links: [], barred: [], notes: [], ignored: [] };
  private entries = 0;
  private extensions = 0;
  private extensionBytes = 0;
  private unpacked = 0;
  private padding = 0;
  private packages = 0;
  /** The folder at the top that the last file lay in, and whether it holds a package so far. */
  private folder = { name: "", hasPackage: false };

  private readonly limits: ArchiveLimits;
  private readonly archiveBytes: number;

  /** `archiveBytes`: of the packed archive; infinite when it is not packed. */
  constructor(limits: ArchiveLimits, archiveBytes: number) {
    this.limits = limits;
    this.archiveBytes = archiveBytes;
  }

  /** A header that only says more about another entry. */
  countExtension(size: number): void {
    this.extensions += 1;
    this.extensionBytes += size;
    const { extensions, extensionBytes } = this.limits;
    if (this.extensions > extensions)
      refuse("archive-too-many-entries", `The archive has more than ${extensions} extended headers.`);
    if (this.extensionBytes > extensionBytes)
      refuse("archive-too-large", `Its extended headers have more than ${formatBytes(extensionBytes)}.`);
  }

  /** Counts an entry. Its clean path, or null when nothing of it is used: a folder, junk, or barred for its name. */
  place({ text, isUtf8 }: EntryName, kind: "file" | "folder" | "link"): string | null {
    this.entries += 1;
    if (this.entries > this.limits.entries)
      refuse("archive-too-many-entries", `The archive has more than ${this.limits.entries} entries.`);
    const checked = checkPackagePath(text, { ...packageLimits, ...this.limits });
    const isEmpty = !checked.ok && checked.error.rule === "path-empty";
    if (!checked.ok && (leavesFolder(text) || (isEmpty && kind !== "folder")))
      refuse(checked.error.rule, checked.error.message, text);
    if (kind === "folder") return null;
    if (isJunkPath(text) || (kind === "link" && isJunkPath(`${text}/x`))) this.contents.ignored.push(text);
    else if (!checked.ok) this.bar(text, checked.error.rule, checked.error.message);
    else if (!isUtf8)
      this.bar(text, "path-control-character", `The name ${JSON.stringify(text)} is not UTF-8.`);
    else {
      if (cleanPath(text) !== checked.value) this.contents.notes.push(composedNote(checked.value));
      if (kind === "file") this.noteFile(checked.value);
      return checked.value;
    }
    return null;
  }

  /** An entry that is there and not used. */
  bar(path: string, rule: ArchiveRule, message: string): void {
    this.contents.barred.push({ path: cleanPath(path).normalize("NFC"), rule, message });
  }

  /** Before unpacking: false when the file is too large, which bars it. */
  fits(path: string, size: number): boolean {
    const { fileBytes } = this.limits;
    if (size <= fileBytes) return true;
    const message = `${path} has ${formatBytes(size)}; the limit is ${formatBytes(fileBytes)} a file.`;
    this.bar(path, "file-too-large", message);
    return false;
  }

  /** Before unpacking, by what the header declares: nothing is unpacked past a limit. */
  count(size: number): void {
    const { totalBytes } = this.limits;
    this.unpacked += size;
    if (this.unpacked > totalBytes)
      refuse("archive-too-large", `The archive unpacks to more than ${formatBytes(totalBytes)}.`);
    this.requireNoBomb(this.unpacked);
  }

  /** Zeros behind the end, which hold nothing and are unpacked all the same. */
  countPadding(size: number): void {
    this.padding += size;
    this.requireNoBomb(this.padding);
  }

  private noteFile(path: string): void {
    const name = path.slice(0, Math.max(0, path.indexOf("/")));
    if (name !== this.folder.name) this.folder = { name, hasPackage: false };
    if (!isSkillFile(path)) return;
    this.packages += 1;
    this.folder.hasPackage = true;
  }

  private requireNoBomb(bytes: number): void {
    const packages = this.packages + (this.folder.hasPackage ? 0 : 1);
    if (exceedsArchiveRatio({ bytes, archiveBytes: this.archiveBytes, packages }, this.limits))
      refuse("archive-ratio", `The archive unpacks to more than ${this.limits.ratio} times its size.`);
  }
}

const cleanPath = (path: string): string =>
  path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
