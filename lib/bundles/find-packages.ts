import { compareUtf8 } from "@/lib/skills/digest";
import { isJunkPath } from "@/lib/skills/package-path";
import type { FileBytes } from "./package-bytes";

/** A folder with a SKILL.md. A nested one is offered as its own package too; its bytes stay in the parent. */
export type FoundPackage<File extends { path: string } = FileBytes> = {
  /** Folder inside the archive or upload; empty for the top. */
  root: string;
  folderName: string;
  /** Paths are relative to `root`, sorted. */
  files: File[];
  /** Root of the package this one lies in. */
  nestedIn: string | null;
};

export type IgnoredFile = { path: string; reason: "junk" | "outside-any-package" };

export type FoundPackages<File extends { path: string } = FileBytes> = {
  packages: FoundPackage<File>[];
  ignored: IgnoredFile[];
};

/**
 * Every folder that holds SKILL.md (or skill.md, when that is missing) is a package. `fallbackName` names a
 * package at the top, whose folder is not in the archive. Works on any file list with relative paths.
 */
export function findPackages<File extends { path: string }>(
  files: readonly File[],
  fallbackName: string,
): FoundPackages<File> {
  const kept = files.filter((file) => !isJunkPath(file.path));
  const ignored: IgnoredFile[] = files
    .filter((file) => isJunkPath(file.path))
    .map((file) => ({ path: file.path, reason: "junk" }));
  const roots = [
    ...new Set(kept.filter((file) => isSkillFile(file.path)).map((file) => folderOf(file.path))),
  ];
  roots.sort(compareUtf8);
  const rootSet = new Set(roots);
  const byRoot = new Map<string, File[]>(roots.map((root) => [root, []]));
  for (const file of kept) {
    const owners = ancestors(file.path).filter((folder) => rootSet.has(folder));
    if (owners.length === 0) ignored.push({ path: file.path, reason: "outside-any-package" });
    for (const root of owners) {
      const path = root === "" ? file.path : file.path.slice(root.length + 1);
      byRoot.get(root)?.push({ ...file, path });
    }
  }
  const packages = roots.map((root): FoundPackage<File> => {
    const parents = ancestors(root).filter((folder) => rootSet.has(folder));
    return {
      root,
      folderName: root === "" ? fallbackName : root.slice(root.lastIndexOf("/") + 1),
      files: (byRoot.get(root) ?? []).sort((left, right) => compareUtf8(left.path, right.path)),
      nestedIn: parents[0] ?? null,
    };
  });
  return { packages, ignored };
}

/** The file that makes its folder a package. */
export const isSkillFile = (path: string): boolean => /(?:^|\/)(?:SKILL|skill)\.md$/.test(path);

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Folders that contain `path`, nearest first, the top (empty) last; none for the top itself. */
function ancestors(path: string): string[] {
  const folders: string[] = [];
  for (let folder = path; folder !== ""; ) {
    folder = folderOf(folder);
    folders.push(folder);
  }
  return folders;
}

/** `tools.tar.gz` -> `tools`: the name a package at an archive's top goes by. */
export function archiveStem(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf("/"), fileName.lastIndexOf("\\")) + 1);
  return name.replace(/\.(?:zip|skill|tar|tgz|tar\.gz|gz)$/i, "").replace(/\s*\(\d+\)$/, "") || "skill";
}
