/**
 * One file of a package or an archive. `path` is relative, in NFC, checked. `executable`: its owner may run it; it
 * takes no part in a digest. Absent: nobody said so.
 */
export type FileBytes = { path: string; bytes: Uint8Array; executable?: boolean };

/** The owner's execute bit of a Unix mode, which is the one that git keeps. */
export const isExecutableMode = (mode: number): boolean => (mode & 0o100) !== 0;

/** The two modes that archives are written with. */
export const modeOf = ({ executable = false }: Pick<FileBytes, "executable">): number =>
  executable ? 0o755 : 0o644;

/** A package about to be packed. Files may come in any order; the archive sorts them. */
export type PackedPackage = { folderName: string; files: readonly FileBytes[] };

/** `folder`: everything below `<folderName>/`; `root`: SKILL.md at the archive's top (one package only). */
export type ArchiveLayout = "folder" | "root";
