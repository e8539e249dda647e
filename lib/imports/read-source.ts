import "server-only";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { type ArchivePackage, archivePackages } from "@/lib/bundles/archive-packages";
import type { ArchiveNote } from "@/lib/bundles/archive-refusal";
import { archiveStem } from "@/lib/bundles/find-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { err, ok, type Result } from "@/lib/kernel/result";
import { toStorable } from "@/lib/kernel/to-storable";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { formatBytes, packageLimits } from "@/lib/skills/limits";
import { checkPackagePath, leavesFolder } from "@/lib/skills/package-path";
import type { ImportSource } from "./import-schema";
import type { Upload, UploadedPart } from "./receive-upload";

/** Parts that are looked at together: one archive, or the files of one dropped folder. */
export type UploadSource = {
  fileName: string;
  size: number;
  parts: readonly UploadedPart[];
  isArchive: boolean;
};

export type SourceRefusal = { rule: string; message: string; path?: string };
/** `notes`: about entries outside of every package. */
export type SourceContents = { packages: ArchivePackage[]; ignoredFiles: number; notes: ArchiveNote[] };

/**
 * Names with a folder belong to what was dropped under that folder; a single SKILL.md comes with the loose files
 * beside it; every other single file has to be an archive.
 */
export function groupUpload(parts: readonly UploadedPart[]): UploadSource[] {
  const single = parts.filter(({ fileName }) => !fileName.includes("/"));
  const loose = findSkillFile(single.map(({ fileName }) => fileName)) !== null;
  const groups = new Map<string, UploadedPart[]>();
  for (const part of parts) {
    const slash = part.fileName.indexOf("/");
    if (slash < 0 && !loose) continue;
    const key = slash < 0 ? "" : part.fileName.slice(0, slash);
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  const folders = [...groups].map(([name, group]) => ({
    fileName: name === "" ? "SKILL.md" : toStorable(name),
    size: group.reduce((sum, part) => sum + part.size, 0),
    parts: group,
    isArchive: false,
  }));
  if (loose) return folders;
  const archives = single.map((part) => ({
    fileName: toStorable(part.fileName),
    size: part.size,
    parts: [part],
    isArchive: true,
  }));
  return [...archives, ...folders];
}

/** A source that nobody has looked at. */
export const waitingSource = ({ fileName, size }: Pick<ImportSource, "fileName" | "size">): ImportSource => ({
  fileName,
  size,
  state: "waiting",
  packages: 0,
  ignoredFiles: 0,
  notes: [],
});

/** The packages of one source. A refusal concerns the whole source; nothing of it is used. */
export async function readSource(
  source: UploadSource,
  upload: Upload,
): Promise<Result<SourceContents, SourceRefusal>> {
  const large = source.parts.find((part) => part.tooLarge);
  if (large) {
    const limit = formatBytes(archiveLimits.archiveBytes);
    return err({
      rule: "archive-too-large",
      path: large.fileName,
      message: `The file is larger than ${limit}.`,
    });
  }
  const contents = source.isArchive ? await unpack(source, upload) : await collect(source, upload);
  if (!contents.ok) return contents;
  const fallback = source.isArchive ? archiveStem(source.fileName) : "skill";
  return packagesOf(contents.value, fallback);
}

/** The packages among files; `fallback` names one at their top. */
export function packagesOf(
  contents: ArchiveContents,
  fallback: string,
): Result<SourceContents, SourceRefusal> {
  const { packages, ignored, notes } = archivePackages(contents, fallback);
  if (packages.length === 0) {
    const message = "There is no SKILL.md in it, so there is nothing to import.";
    return err({ rule: "skill-file-missing", message });
  }
  return ok({ packages, ignoredFiles: ignored.length + contents.ignored.length, notes });
}

type Unpacked = Result<ArchiveContents, SourceRefusal>;

async function unpack({ fileName, parts }: UploadSource, upload: Upload): Promise<Unpacked> {
  const [part] = parts;
  if (!part) throw new Error("An archive is one part.");
  return readArchive(await upload.read(part), { fileName });
}

/** As with an archive, what would leave the folder refuses it as a whole; any other bad name concerns its own package. */
async function collect({ parts }: UploadSource, upload: Upload): Promise<Unpacked> {
  const contents: ArchiveContents = { files: [], links: [], barred: [], notes: [], ignored: [] };
  let total = 0;
  for (const part of parts) {
    const path = part.fileName;
    const checked = checkPackagePath(path, { ...packageLimits, ...archiveLimits });
    if (!checked.ok && (leavesFolder(path) || checked.error.rule === "path-empty"))
      return err({ ...checked.error, path });
    total += part.size;
    if (total > archiveLimits.totalBytes) {
      const limit = formatBytes(archiveLimits.totalBytes);
      return err({ rule: "archive-too-large", message: `The folder is larger than ${limit}.` });
    }
    if (checked.ok) contents.files.push({ path: checked.value, bytes: await upload.read(part) });
    else contents.barred.push({ path, ...checked.error });
  }
  return ok(contents);
}
