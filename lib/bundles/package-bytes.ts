/** One file of a package or an archive. `path` is relative, in NFC, checked. */
export type FileBytes = { path: string; bytes: Uint8Array };

/** A package about to be packed. Files may come in any order; the archive sorts them. */
export type PackedPackage = { folderName: string; files: readonly FileBytes[] };

/** `folder`: everything below `<folderName>/`; `root`: SKILL.md at the archive's top (one package only). */
export type ArchiveLayout = "folder" | "root";
