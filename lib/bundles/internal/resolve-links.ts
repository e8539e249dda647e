import { compareUtf8 } from "@/lib/skills/digest";
import { formatBytes, packageLimits } from "@/lib/skills/limits";
import { isSecretPath } from "@/lib/skills/package-path";
import type { ArchiveLink } from "../archive-contents";
import { type ArchiveNote, refuse } from "../archive-refusal";
import type { FileBytes } from "../package-bytes";

/** As many as systems follow. */
const maxHops = 40;

type Linked = { copies: FileBytes[]; notes: ArchiveNote[] };

/**
 * Puts copies in the place of links to files and folders of the same package, whose paths are relative to `root`: an
 * archive is a stranger's. Folders on disk have a wider rule, in `imports/internal/walk-directory.ts`.
 * Throws ArchiveRefused for the first link that leads out of the package, nowhere or back to itself, and when the
 * copies would make the package too large: of it nothing can be used then.
 */
export function resolveLinks(
  root: string,
  files: readonly FileBytes[],
  links: readonly ArchiveLink[],
): Linked {
  const tree = new PackageTree(root, files, links);
  const linked: Linked = { copies: [], notes: [] };
  const total = { bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) };
  for (const link of links) {
    const before = linked.copies.length;
    for (const copy of tree.filesOf(link)) {
      total.bytes += copy.bytes.length;
      linked.copies.push(copy);
      requireRoom(link, files.length + linked.copies.length, total.bytes);
    }
    linked.notes.push(noteOf(link, linked.copies.slice(before)));
  }
  return linked;
}

/** Folders of links to folders of links would multiply without end. */
function requireRoom({ path }: ArchiveLink, count: number, bytes: number): void {
  const { files, packageBytes } = packageLimits;
  const because = `${path} is a link; with what it stands for, the package has more than`;
  if (count > files) refuse("package-too-many-files", `${because} ${files} files.`, path);
  if (bytes > packageBytes) refuse("package-too-large", `${because} ${formatBytes(packageBytes)}.`, path);
}

function noteOf({ path, target }: ArchiveLink, copies: readonly FileBytes[]): ArchiveNote {
  const isFile = copies.length === 1 && copies[0]?.path === path;
  const what = isFile ? "the file itself is" : `copies of what is in it (${copies.length}) are`;
  return { rule: "archive-link", path, message: `${path} was a link to ${target}; ${what} in its place.` };
}

/** The paths of one package, walked as a system would that followed its links, without ever leaving it. */
class PackageTree {
  private readonly files: ReadonlyMap<string, FileBytes>;
  private readonly links: ReadonlyMap<string, ArchiveLink>;
  private readonly names = new Map<string, Set<string>>();

  private readonly root: readonly string[];

  constructor(root: string, files: readonly FileBytes[], links: readonly ArchiveLink[]) {
    this.root = root === "" ? [] : root.split("/");
    this.files = new Map(files.map((file) => [file.path, file]));
    this.links = new Map(links.map((link) => [link.path, link]));
    for (const { path } of [...files, ...links]) this.addNames(path);
  }

  private addNames(path: string): void {
    for (let below = path; below !== ""; ) {
      const folder = below.slice(0, Math.max(0, below.lastIndexOf("/")));
      const names = this.names.get(folder) ?? new Set();
      const isKnown = names.has(below);
      this.names.set(folder, names.add(below));
      if (isKnown) return;
      below = folder;
    }
  }

  /** What a link stands for, under the link's own path. */
  filesOf(link: ArchiveLink): Generator<FileBytes> {
    return this.copies(link, link.path, []);
  }

  private *copies(link: ArchiveLink, at: string, above: readonly string[]): Generator<FileBytes> {
    const target = this.follow(link, { left: maxHops }).join("/");
    const file = this.files.get(target);
    if (file) yield copyOf(link, file, at);
    else if (this.names.has(target)) yield* this.folderCopies(link, target, at, above);
    else refuse("archive-link", `${say(link)}, which is nowhere in the package.`, link.path);
  }

  private *folderCopies(
    link: ArchiveLink,
    folder: string,
    at: string,
    above: readonly string[],
  ): Generator<FileBytes> {
    if (above.includes(folder)) return goesRound(link);
    if (above.length > packageLimits.pathDepth)
      refuse("path-too-deep", `${say(link)}, which leads through more folders than a package may have.`, at);
    const names = [...(this.names.get(folder) ?? [])].sort(compareUtf8);
    for (const path of names) {
      const place = `${at}/${path.slice(path.lastIndexOf("/") + 1)}`;
      const [file, inner] = [this.files.get(path), this.links.get(path)];
      if (file) yield copyOf(link, file, place);
      else if (inner) yield* this.copies(inner, place, [...above, folder]);
      else yield* this.folderCopies(link, path, place, [...above, folder]);
    }
  }

  /** The segments below the package of the path that a link leads to in the end, through other links of it. */
  private follow(link: ArchiveLink, hops: { left: number }): string[] {
    hops.left -= 1;
    if (hops.left < 0) return goesRound(link);
    const target = link.target.normalize("NFC");
    if (/^(?:[/\\]|[A-Za-z]:)/.test(target)) return leadsOut(link);
    const at = link.isHard ? [] : [...this.root, ...link.path.split("/").slice(0, -1)];
    for (const segment of target.split("/")) {
      if (segment === "" || segment === ".") continue;
      if (segment !== "..") at.push(segment);
      else if (at.pop() === undefined) return leadsOut(link);
      // On the way it may pass the folders above the package, but nothing beside them, which could be links too.
      if (this.root.some((name, index) => index < at.length && at[index] !== name)) return leadsOut(link);
      const next = this.links.get(at.slice(this.root.length).join("/"));
      if (next) at.splice(this.root.length, at.length, ...this.follow(next, hops));
    }
    return at.length < this.root.length ? leadsOut(link) : at.slice(this.root.length);
  }
}

/** What is never served under its own name would be under another. */
function copyOf(link: ArchiveLink, file: FileBytes, at: string): FileBytes {
  const { path } = file;
  if (isSecretPath(path) && !isSecretPath(at))
    refuse("archive-link", `${say(link)}, and the name ${path} says that it holds secrets.`, link.path);
  return { ...file, path: at };
}

const say = ({ path, target }: ArchiveLink): string => `${path} is a link to ${target}`;

const leadsOut = (link: ArchiveLink): never =>
  refuse("archive-link", `${say(link)}, which is outside of the package.`, link.path);

const goesRound = (link: ArchiveLink): never =>
  refuse("archive-link", `${say(link)}, which leads back to itself.`, link.path);
