import type { ArchiveNote, ArchiveRule } from "./archive-refusal";
import type { FileBytes } from "./package-bytes";

/** A link of an archive. The target is as written: of a hard link a path from the archive's top. */
export type ArchiveLink = { path: string; target: string; isHard: boolean };

/** An entry that is not used. Whether that matters depends on where it lies: `path` says so, and may be no clean one. */
export type BarredEntry = { path: string; rule: ArchiveRule; message: string };

/** What an archive holds, in its order. */
export type ArchiveContents = {
  files: FileBytes[];
  links: ArchiveLink[];
  barred: BarredEntry[];
  /** About files that are used. */
  notes: ArchiveNote[];
  /** Junk (`__MACOSX/`, `.DS_Store`, `node_modules/`), which is never unpacked. */
  ignored: string[];
};
