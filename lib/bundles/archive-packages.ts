import { checkFileSet } from "@/lib/skills/check-file-set";
import { packageLimits } from "@/lib/skills/limits";
import { foldPath } from "@/lib/skills/package-path";
import type { ArchiveContents, ArchiveLink, BarredEntry } from "./archive-contents";
import { type ArchiveNote, type ArchiveRefusal, ArchiveRefused } from "./archive-refusal";
import { type FoundPackage, findPackages, type IgnoredFile } from "./find-packages";
import { resolveLinks } from "./internal/resolve-links";
import type { FileBytes } from "./package-bytes";

/** A package of an archive. With a `refusal` (paths are the package's own) it must not be used; its files may lack some. */
export type ArchivePackage = FoundPackage & { refusal: ArchiveRefusal | null; notes: ArchiveNote[] };

export type ArchivePackages = {
  packages: ArchivePackage[];
  ignored: IgnoredFile[];
  /** What was left out outside of every package, where it was more than a file. */
  notes: ArchiveNote[];
};

/** Everything that has a place in the archive, so that each package gets what lies in it. */
type Placed = {
  path: string;
  file?: FileBytes;
  note?: ArchiveNote | undefined;
  link?: ArchiveLink;
  barred?: BarredEntry;
};

/**
 * The packages of an archive, each judged by itself: an entry that cannot be used keeps out the packages that it lies
 * in and no other; outside of every package it is left out with a note. Links to what is in the same package become
 * copies. Also decides where a link or a file has the place of a package's own folder.
 */
export function archivePackages(contents: ArchiveContents, fallbackName: string): ArchivePackages {
  const noteAt = new Map(contents.notes.map((note) => [note.path, note]));
  const placed: Placed[] = [
    ...contents.files.map((file) => ({ path: file.path, file, note: noteAt.get(file.path) })),
    ...contents.links.map((link) => ({ path: link.path, link })),
    ...contents.barred.map((barred) => ({ path: barred.path, barred })),
  ];
  const found = findPackages(placed, fallbackName);
  const outside = new Set(found.ignored.map(({ path }) => path));
  const loose = placed.filter(({ path }) => outside.has(path));
  const inTheWay = new Map(loose.map(({ path }) => [foldPath(path), path]));
  return {
    packages: found.packages.map((one) => judge(one, inTheWay)),
    ignored: found.ignored,
    notes: loose.flatMap(noteOfLoose),
  };
}

function noteOfLoose({ path, link, barred }: Placed): ArchiveNote[] {
  const leftOut = "It lies outside of every skill and was left out.";
  if (barred) return [{ rule: barred.rule, path, message: `${barred.message} ${leftOut}` }];
  if (!link) return [];
  return [{ rule: "archive-link", path, message: `${path} is a link to ${link.target}. ${leftOut}` }];
}

function judge(
  { root, folderName, nestedIn, files: placed }: FoundPackage<Placed>,
  inTheWay: ReadonlyMap<string, string>,
): ArchivePackage {
  const files = placed.flatMap(({ path, file }) => (file ? [{ ...file, path }] : []));
  const links = placed.flatMap(({ path, link }) => (link ? [{ ...link, path }] : []));
  const own = placed.flatMap(({ path, note }) => (note ? [{ ...note, path }] : []));
  const found = { root, folderName, nestedIn };
  try {
    requireOwnFolder(root, inTheWay);
    for (const { path, barred } of placed)
      if (barred) throw new ArchiveRefused({ rule: barred.rule, path, message: barred.message });
    requireOnePlaceEach(placed);
    const linked = resolveLinks(root, files, links);
    return { ...found, files: [...files, ...linked.copies], refusal: null, notes: [...own, ...linked.notes] };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return { ...found, files, refusal: error.refusal, notes: own };
  }
}

/** What is written through a link, or into a file, is somewhere else for whoever unpacks it. */
function requireOwnFolder(root: string, inTheWay: ReadonlyMap<string, string>): void {
  for (let folder = root; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = inTheWay.get(foldPath(folder));
    if (path === undefined) continue;
    const message = `${folder} is a folder of this skill, and ${path} is a file or a link in its place.`;
    throw new ArchiveRefused({ rule: "path-collision", path, message });
  }
}

/** Links count too: a link and a file of one name are two things for two readers. */
function requireOnePlaceEach(placed: readonly Placed[]): void {
  const paths = placed.map(({ path }) => ({ path, size: 0 }));
  const limits = { ...packageLimits, files: Number.POSITIVE_INFINITY };
  const collision = checkFileSet(paths, limits).find(({ rule }) => rule === "path-collision");
  if (collision) throw new ArchiveRefused(collision);
}
