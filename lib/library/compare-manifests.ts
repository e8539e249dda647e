import type { ManifestFile } from "./describe-package";

/** `paths`: written, replaced or gone. `written`: their new rows. */
export function compareManifests(
  before: readonly ManifestFile[],
  after: readonly ManifestFile[],
): { paths: string[]; written: ManifestFile[] } {
  const was = new Map(before.map((file) => [file.path, file.sha256]));
  const is = new Set(after.map((file) => file.path));
  const written = after.filter((file) => was.get(file.path) !== file.sha256);
  const gone = before.filter((file) => !is.has(file.path));
  return {
    paths: [...written, ...gone].map((file) => file.path),
    written: written.map(({ path, sha256, size }) => ({ path, sha256, size })),
  };
}
