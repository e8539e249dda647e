import type { ArchiveLimits } from "../archive-limits";

type Unpacked = {
  /** So many so far. */
  bytes: number;
  /** Of the packed archive; infinite when it is not packed. */
  archiveBytes: number;
  /** Those found so far, and a folder whose SKILL.md is still to come. */
  packages: number;
};

/**
 * Whether an archive unpacks to more than its size allows. Each package may have as much as one may, however well it
 * packs: an own export is never a bomb then, and what the whole may unpack to is limited apart from this.
 */
export const exceedsArchiveRatio = (
  { bytes, archiveBytes, packages }: Unpacked,
  { freeBytes, ratio }: Pick<ArchiveLimits, "freeBytes" | "ratio">,
): boolean => bytes > freeBytes * packages && bytes > archiveBytes * ratio;
