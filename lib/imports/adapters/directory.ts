import "server-only";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { type FoundPackage, findPackages } from "@/lib/bundles/find-packages";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import { err, ok, type Result } from "@/lib/kernel/result";
import { checkFileSet } from "@/lib/skills/check-file-set";
import { formatBytes, packageLimits } from "@/lib/skills/limits";
import { checkPackagePath } from "@/lib/skills/package-path";
import { choosePackages, nameInFile, type PackagePatterns } from "../choose-packages";
import { matchPatterns } from "../internal/match-patterns";
import { errorCode, FileRefused, readInside } from "../internal/read-inside";
import { DirectoryWalk, type WalkedFile, type WalkRemark } from "../internal/walk-directory";

/** Something that was not loaded. `path` is relative to the configured one; empty when that is meant itself. */
export type DirectoryFailure = { path: string; rule: string; message: string };

/** One package, listed and not yet read: `root` is its folder below the configured path, empty for the path itself. */
export type ListedPackage = FoundPackage<WalkedFile> & {
  /** What is in its folder and not taken, in words. */
  notes: string[];
  /** Links in it that lead to what is not its own, in words; they are followed. */
  leaving: string[];
};

export type DirectoryListing = {
  packages: ListedPackage[];
  failures: DirectoryFailure[];
  /** About the search itself. */
  notes: string[];
};

/**
 * Finds the packages of a folder: the folder itself, folders in it, or a tree. Links are followed inside the folder,
 * which is its owner's; one that leads out, nowhere or in a circle keeps its skill out, and nothing outside is opened. Err when there is nothing to search or nothing in it.
 */
export async function listDirectory(
  folder: string,
  { include, exclude }: PackagePatterns,
): Promise<Result<DirectoryListing, DirectoryFailure>> {
  const root = await realRoot(folder);
  if (!root.ok) return root;
  const walk = new DirectoryWalk(root.value, matchPatterns(exclude));
  await walk.run();
  const found = findPackages(walk.files, path.basename(folder)).packages;
  const { included, excluded } = await choosePackages(found, { include, exclude }, nameOf);
  const { failures, notes, notesOf, leavingOf, isBroken } = sortRemarks(
    walk.remarks,
    found,
    new Set(included),
  );
  if (found.length === 0 && failures.length === 0) {
    const message = `There is no SKILL.md in ${folder}, nor in the folders below it.`;
    return err({ path: "", rule: "skill-file-missing", message });
  }
  for (const { one, name } of excluded)
    notes.push(`${name} in ${one.root || folder} is excluded by the configuration, by its name.`);
  if (found.length > 0 && included.length === 0 && excluded.length === 0)
    notes.push("None of its packages is one to include.");
  const packages = included.filter((one) => !isBroken(one));
  return ok({
    packages: packages.map((one) => ({ ...one, notes: notesOf(one), leaving: leavingOf(one) })),
    failures,
    notes,
  });
}

async function realRoot(folder: string): Promise<Result<string, DirectoryFailure>> {
  const refuse = (rule: string, message: string) => err({ path: "", rule, message });
  try {
    const real = await realpath(folder);
    if ((await stat(real)).isDirectory()) return ok(real);
    return refuse("path-not-a-folder", `${folder} is a file. Name the folder that it lies in.`);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR")
      return refuse(
        "path-missing",
        `There is no folder ${folder}. Make it, or take it out of the configuration.`,
      );
    return refuse("unreadable", `${folder} cannot be reached by the server's account (${code}).`);
  }
}

type Found = FoundPackage<WalkedFile>;

const nameOf = (one: Found): Promise<string | null> =>
  nameInFile(one, ({ real }) => readInside(real, packageLimits.skillFileBytes).catch(() => null));

/**
 * With these a package is not whole: it is not taken at all, as from an archive (lib/bundles/archive-packages.ts). What
 * else is left out of one is a note of it: secrets, junk, what the configuration excludes.
 */
const breaking = new Set<WalkRemark["rule"]>([
  "unreadable",
  "too-many-files",
  "link-outside",
  "link-dangling",
  "link-loop",
  "special-file",
]);

function sortRemarks(remarks: readonly WalkRemark[], found: readonly Found[], included: ReadonlySet<Found>) {
  const notesOf = new Map<Found, string[]>();
  const leavingOf = new Map<Found, string[]>();
  const broken = new Set<Found>();
  const failures: DirectoryFailure[] = [];
  const notes: string[] = [];
  const innermostFirst = found.toSorted((left, right) => right.root.length - left.root.length);
  for (const { path: at, kind, rule, message } of remarks) {
    const owners = innermostFirst.filter(({ root }) => root === "" || at.startsWith(`${root}/`));
    const [owner] = owners;
    if (breaking.has(rule)) for (const one of owners) broken.add(one);
    else if (owner) {
      const said = rule === "link-leaves-skill" ? leavingOf : notesOf;
      said.set(owner, [...(said.get(owner) ?? []), message]);
    }
    if (owner ? breaking.has(rule) && owners.some((one) => included.has(one)) : kind === "failure")
      failures.push({ path: at, rule, message });
    else if (!owner) notes.push(message);
  }
  return {
    failures,
    notes,
    notesOf: (one: Found) => shortened(notesOf.get(one) ?? []),
    leavingOf: (one: Found) => leavingOf.get(one) ?? [],
    isBroken: (one: Found) => broken.has(one),
  };
}

const mostNotes = 20;
const shortened = (notes: string[]): string[] =>
  notes.length <= mostNotes
    ? notes
    : [...notes.slice(0, mostNotes), `${notes.length - mostNotes} more files were left out.`];

/** Every byte of a listed package, in memory; the sizes and the number of files are checked before any is read. */
export async function readListedPackage(
  listed: ListedPackage,
): Promise<Result<FoundPackage, DirectoryFailure>> {
  const [problem] = checkFileSet(listed.files).filter(({ rule }) => !rule.startsWith("path-"));
  if (problem) return err({ path: listed.root, rule: problem.rule, message: problem.message });
  const files: FileBytes[] = [];
  let total = 0;
  for (const file of listed.files) {
    const at = listed.root === "" ? file.path : `${listed.root}/${file.path}`;
    try {
      const bytes = await readInside(file.real, archiveLimits.fileBytes);
      total += bytes.length;
      const checked = checkPackagePath(file.path);
      const { executable } = file;
      files.push({ path: checked.ok ? checked.value : file.path, bytes, executable });
    } catch (error) {
      const code = errorCode(error);
      if (!(error instanceof FileRefused) && code === "unknown") throw error;
      const why = error instanceof FileRefused ? error.message : `cannot be read (${code})`;
      return err({ path: at, rule: "unreadable", message: `${at} ${why}.` });
    }
    if (total <= packageLimits.packageBytes) continue;
    const limit = formatBytes(packageLimits.packageBytes);
    return err({
      path: listed.root,
      rule: "package-too-large",
      message: `The package has more than ${limit}.`,
    });
  }
  const { root, folderName, nestedIn } = listed;
  return ok({ root, folderName, nestedIn, files });
}
