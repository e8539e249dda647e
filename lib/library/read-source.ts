import "server-only";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { archiveStem, type FoundPackage, findPackages } from "@/lib/bundles/find-packages";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import { readArchive } from "@/lib/bundles/read-archive";
import { err, ok, type Result } from "@/lib/kernel/result";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { formatBytes } from "@/lib/skills/limits";
import { checkPackagePath, type PathRule } from "@/lib/skills/package-path";
import type { Upload, UploadedPart } from "./receive-upload";
import { storable } from "./storable";

/** Parts that are looked at together: one archive, or the files of one dropped folder. */
export type UploadSource = {
  fileName: string;
  size: number;
  parts: readonly UploadedPart[];
  isArchive: boolean;
};

export type SourceRefusal = { rule: string; message: string; path?: string };
export type SourceContents = { packages: FoundPackage[]; ignoredFiles: number };

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
    fileName: name === "" ? "SKILL.md" : storable(name),
    size: group.reduce((sum, part) => sum + part.size, 0),
    parts: group,
    isArchive: false,
  }));
  if (loose) return folders;
  const archives = single.map((part) => ({
    fileName: storable(part.fileName),
    size: part.size,
    parts: [part],
    isArchive: true,
  }));
  return [...archives, ...folders];
}

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
  const files = source.isArchive ? await unpack(source, upload) : await collect(source, upload);
  if (!files.ok) return files;
  const fallback = source.isArchive ? archiveStem(source.fileName) : "skill";
  const { packages, ignored } = findPackages(files.value.files, fallback);
  if (packages.length === 0) {
    const message = "There is no SKILL.md in it, so there is nothing to import.";
    return err({ rule: "skill-file-missing", message });
  }
  return ok({ packages, ignoredFiles: ignored.length + files.value.ignored });
}

type Unpacked = Result<{ files: FileBytes[]; ignored: number }, SourceRefusal>;

async function unpack({ fileName, parts }: UploadSource, upload: Upload): Promise<Unpacked> {
  const [part] = parts;
  if (!part) throw new Error("An archive is one part.");
  const contents = await readArchive(await upload.read(part), { fileName });
  if (!contents.ok) return contents;
  return ok({ files: contents.value.files, ignored: contents.value.ignored.length });
}

/** What would leave the folder refuses it as a whole; anything else is told of the package that it is in. */
const escapes = new Set<PathRule>([
  "path-empty",
  "path-absolute",
  "path-traversal",
  "path-home",
  "path-backslash",
  "path-control-character",
]);

async function collect({ parts }: UploadSource, upload: Upload): Promise<Unpacked> {
  const files: FileBytes[] = [];
  let total = 0;
  for (const part of parts) {
    const checked = checkPackagePath(part.fileName);
    if (!checked.ok && escapes.has(checked.error.rule)) return err({ ...checked.error, path: part.fileName });
    total += part.size;
    if (total > archiveLimits.totalBytes) {
      const limit = formatBytes(archiveLimits.totalBytes);
      return err({ rule: "archive-too-large", message: `The folder is larger than ${limit}.` });
    }
    files.push({ path: checked.ok ? checked.value : part.fileName, bytes: await upload.read(part) });
  }
  return ok({ files, ignored: 0 });
}
