import type { ManifestFile } from "./describe-package";

/** `paths`: written, replaced, gone, or made executable or not. `written`: their new rows. */
export function compareManifests(
  before: readonly ManifestFile[],
  after: readonly ManifestFile[],
): { paths: string[]; written: ManifestFile[] } {
  const was = new Map(before.map((file) => [file.path, file]));
  const is = new Set(after.map((file) => file.path));
  const written = after.filter(({ path, sha256, executable }) => {
    const file = was.get(path);
    return file?.sha256 !== sha256 || file.executable !== executable;
  });
  const gone = before.filter((file) => !is.has(file.path));
  return {
    paths: [...written, ...gone].map((file) => file.path),
    written: written.map(({ path, sha256, size, executable }) => ({ path, sha256, size, executable })),
  };
}

/** Whether the same paths are executable. */
export function haveSameModes(before: readonly ManifestFile[], after: readonly ManifestFile[]): boolean {
  const was = executablesOf(before);
  const is = executablesOf(after);
  return was.size === is.size && is.isSubsetOf(was);
}

const executablesOf = (files: readonly ManifestFile[]): Set<string> =>
  new Set(files.filter(({ executable }) => executable).map(({ path }) => path));
