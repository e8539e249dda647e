const MiB = 1024 * 1024;

/** Limits of one uploaded archive, which may hold many packages. Sizes are bytes. */
export type ArchiveLimits = {
  /** Of the archive as it arrives. */
  archiveBytes: number;
  /** Files, folders and everything else. */
  entries: number;
  /** Of everything unpacked. */
  totalBytes: number;
  fileBytes: number;
  /** Unpacked size / packed size, of the archive and of each file over 1 MiB. */
  ratio: number;
  pathDepth: number;
  pathBytes: number;
  nameBytes: number;
};

export const archiveLimits: Readonly<ArchiveLimits> = {
  archiveBytes: 64 * MiB,
  entries: 10_000,
  totalBytes: 256 * MiB,
  fileBytes: 10 * MiB,
  ratio: 100,
  pathDepth: 20,
  pathBytes: 600,
  nameBytes: 200,
};
