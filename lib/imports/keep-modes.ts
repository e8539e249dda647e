import type { ManifestFile } from "@/lib/library/describe-package";

/**
 * A package in which no file is executable says nothing about it: folders that a browser uploads and archives of
 * systems without modes are like that. Its files then stay what those of the same paths were.
 */
export function keepModes(before: readonly ManifestFile[], after: readonly ManifestFile[]): ManifestFile[] {
  if (after.some(({ executable }) => executable)) return [...after];
  const runnable = new Set(before.filter(({ executable }) => executable).map(({ path }) => path));
  return after.map((file) => ({ ...file, executable: runnable.has(file.path) }));
}
