import { formatBytes, type PackageLimits, packageLimits } from "./limits";
import { checkPackagePath, foldPath, type PathRule } from "./package-path";

export type FileSetRule =
  | PathRule
  | "path-collision"
  | "package-too-many-files"
  | "package-too-large"
  | "file-too-large";

/** `path` is the offending one; absent when the set as a whole is at fault. */
export type FileSetProblem = { rule: FileSetRule; path?: string; message: string };

/**
 * Checks paths, collisions and limits of the files of one package. Sizes are bytes. An empty answer means that the
 * set can be stored.
 */
export function checkFileSet(
  files: readonly { path: string; size: number }[],
  limits: PackageLimits = packageLimits,
): FileSetProblem[] {
  const problems: FileSetProblem[] = [];
  const seen = new Map<string, string>();
  let total = 0;
  for (const { path, size } of files) {
    total += size;
    const checked = checkPackagePath(path, limits);
    if (!checked.ok) {
      problems.push({ ...checked.error, path });
      continue;
    }
    if (size > limits.fileBytes)
      problems.push({
        rule: "file-too-large",
        path,
        message: `${path} has ${formatBytes(size)}; the limit is ${formatBytes(limits.fileBytes)} a file.`,
      });
    problems.push(...collisions(checked.value, seen));
  }
  if (files.length > limits.files)
    problems.push({
      rule: "package-too-many-files",
      message: `The package has ${files.length} files; the limit is ${limits.files}.`,
    });
  if (total > limits.packageBytes)
    problems.push({
      rule: "package-too-large",
      message: `The package has ${formatBytes(total)}; the limit is ${formatBytes(limits.packageBytes)}.`,
    });
  return problems;
}

/** The same path twice, two that differ only in case or form, or a file where another path needs a folder. */
function collisions(path: string, seen: Map<string, string>): FileSetProblem[] {
  const folded = foldPath(path);
  const problems: FileSetProblem[] = [];
  const report = (other: string, message: string): void => {
    if (other !== "") problems.push({ rule: "path-collision", path, message });
  };
  const other = seen.get(folded);
  if (other === path) report(other, `${path} is there twice.`);
  else if (other?.startsWith("\u0000")) report(path, `${path} is both a file and a folder.`);
  else if (other !== undefined)
    report(other, `${path} and ${other} are the same file where case or Unicode form is ignored.`);
  // From the nearest folder up: above one that is known, all are.
  for (let slash = folded.lastIndexOf("/"); slash > 0; slash = folded.lastIndexOf("/", slash - 1)) {
    const folder = folded.slice(0, slash);
    const file = seen.get(folder);
    if (file === undefined) seen.set(folder, "\u0000");
    else if (file.startsWith("\u0000")) break;
    else report(file, `${file} is a file, but ${path} needs it to be a folder.`);
  }
  if (other === undefined) seen.set(folded, path);
  return problems;
}
