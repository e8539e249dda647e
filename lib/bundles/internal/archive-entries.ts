import { compareUtf8 } from "@/lib/skills/digest";
import type { ArchiveLayout, FileBytes, PackedPackage } from "../package-bytes";

/** The entries of an archive in their final order and with their final paths. */
export function* archiveEntries(
  packages: readonly PackedPackage[],
  layout: ArchiveLayout,
): Generator<FileBytes> {
  if (layout === "root" && packages.length !== 1)
    throw new Error(`The layout "root" takes one package, not ${packages.length}.`);
  for (const { folderName, files } of packages)
    for (const file of sortedFiles(files))
      yield layout === "root" ? file : { ...file, path: `${folderName}/${file.path}` };
}

/** By the bytes of their paths: the order of every archive. */
export const sortedFiles = (files: readonly FileBytes[]): FileBytes[] =>
  files.toSorted((left, right) => compareUtf8(left.path, right.path));
