import { packageLimits } from "@/lib/skills/limits";

const MiB = 1024 * 1024;

/** Limits of one uploaded archive, which may hold many packages. Sizes are bytes. */
export type ArchiveLimits = {
  /** Of the archive as it arrives. */
  archiveBytes: number;
  /** Files, folders, links and everything else that has a name of its own. */
  entries: number;
  /** Headers of a tar that only say more about an entry or about all of them: their number, and their bytes. */
  extensions: number;
  extensionBytes: number;
  /** Of everything unpacked. */
  totalBytes: number;
  fileBytes: number;
  /** Unpacked size / packed size of the whole archive, once more than `freeBytes` for each package are unpacked. */
  ratio: number;
  freeBytes: number;
  pathDepth: number;
  pathBytes: number;
  nameBytes: number;
};

export const archiveLimits: Readonly<ArchiveLimits> = {
  archiveBytes: 64 * MiB,
  entries: 10_000,
  // Two for each entry, as GNU has them for a long name and a long target, and some for all.
  extensions: 25_000,
  extensionBytes: 32 * MiB,
  totalBytes: 256 * MiB,
  fileBytes: 10 * MiB,
  ratio: 100,
  // What one skill may have: no export of one or of several is ever taken for a bomb.
  freeBytes: packageLimits.packageBytes,
  pathDepth: 20,
  // A package's own path below a folder of its name has room in it.
  pathBytes: 1024,
  nameBytes: packageLimits.nameBytes,
};
