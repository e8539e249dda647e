import type { Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { isExecutableMode } from "@/lib/bundles/package-bytes";
import { compareUtf8 } from "@/lib/skills/digest";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { foldPath, isJunkPath, isSecretPath } from "@/lib/skills/package-path";
import { errorCode, isInside } from "./read-inside";

/** How far a tree is searched for packages. What lies in a package is bounded by the limits of archives. */
export const searchLimits = { depth: 6, folders: 2_000 } as const;

/** `path` is relative to the root, "/" between segments; `real` is where the bytes lie, links resolved. */
export type WalkedFile = { path: string; real: string; size: number; executable: boolean };
/** What was not taken, and why; a `failure` would have been part of what was asked for. */
export type WalkRemark = { path: string; kind: "failure" | "note"; rule: WalkRule; message: string };
export type WalkRule =
  | "link-outside"
  | "link-leaves-skill"
  | "link-dangling"
  | "link-loop"
  | "unreadable"
  | "special-file"
  | "skill-file-case"
  | "left-out"
  | "too-deep"
  | "too-many-folders"
  | "too-many-files";

/** `skill`: where the package that it belongs to really lies; null outside of any. */
type Folder = { real: string; path: string; depth: number; skill: string | null; above: readonly string[] };
type Named = { name: string; path: string };

/**
 * Lists the files of every package below a real folder. Opens no file, and nothing outside of the root. Links are
 * followed within all of it, which whoever configured it has named: in a host's folder whole skills are often links to
 * a shared one. Of an archive a link stays inside its skill (`bundles/internal/resolve-links.ts`).
 */
export class DirectoryWalk {
  readonly files: WalkedFile[] = [];
  readonly remarks: WalkRemark[] = [];
  private folders = 0;
  private entries = 0;
  private deep: string[] = [];

  constructor(
    private readonly root: string,
    private readonly isExcluded: (path: string) => boolean,
  ) {}

  async run(): Promise<void> {
    await this.enter({ real: this.root, path: "", depth: 0, skill: null, above: [] });
    const [first] = this.deep;
    if (first === undefined) return;
    const more = this.deep.length === 1 ? "" : ` and ${this.deep.length - 1} more`;
    this.note(
      first,
      "too-deep",
      `Deeper than ${searchLimits.depth} levels, so not searched: ${first}${more}.`,
    );
  }

  private note(at: string, rule: WalkRule, message: string): void {
    this.remarks.push({ path: at, kind: "note", rule, message });
  }

  private fail(at: string, rule: WalkRule, message: string): void {
    this.remarks.push({ path: at, kind: "failure", rule, message });
  }

  private async enter(folder: Folder): Promise<void> {
    if (folder.skill === null && !this.mayEnter(folder)) return;
    let entries: Dirent[];
    try {
      entries = await readdir(folder.real, { withFileTypes: true });
      // A link put in its place since it was found would have listed another folder's names.
      if ((await realpath(folder.real)) !== folder.real) throw new Error("exchanged");
    } catch (error) {
      this.fail(folder.path, "unreadable", `The folder cannot be listed (${errorCode(error)}).`);
      return;
    }
    const names = entries.map(({ name }) => name);
    const skill = findSkillFile(names) === null ? folder.skill : folder.real;
    const wrongCase = names.find((name) => foldPath(name) === "skill.md");
    if (skill === null && wrongCase !== undefined) {
      const message = `The file is called ${wrongCase}; hosts find SKILL.md only. Rename it.`;
      this.fail(join(folder.path, wrongCase), "skill-file-case", message);
    }
    const here = { ...folder, skill, above: [...folder.above, folder.real] };
    entries.sort((left, right) => compareUtf8(left.name, right.name));
    for (const entry of entries) await this.visit(here, entry);
  }

  private mayEnter({ path: at, depth }: Folder): boolean {
    if (depth > searchLimits.depth) {
      this.deep.push(at);
      return false;
    }
    this.folders += 1;
    if (this.folders === searchLimits.folders + 1) {
      const message = `More than ${searchLimits.folders} folders: from ${at} on nothing was searched. Configure folders further down, or exclude some.`;
      this.fail(at, "too-many-folders", message);
    }
    return this.folders <= searchLimits.folders;
  }

  private async visit(folder: Folder, entry: Dirent): Promise<void> {
    const named = { name: entry.name, path: join(folder.path, entry.name) };
    if (this.isExcluded(named.path)) {
      if (folder.skill !== null)
        this.note(named.path, "left-out", `${named.path} is excluded by the configuration.`);
      return;
    }
    const reason = leftOut(named);
    if (reason !== null) {
      if (folder.skill !== null) this.note(named.path, "left-out", `${named.path} is left out: ${reason}.`);
      return;
    }
    if (folder.skill !== null && !this.count(named.path)) return;
    const real = path.join(folder.real, entry.name);
    if (entry.isSymbolicLink()) await this.follow(folder, named, real);
    else if (entry.isDirectory()) await this.enter(below(folder, named, real));
    else if (folder.skill === null) return;
    else if (entry.isFile()) await this.take(named, real);
    else this.note(named.path, "special-file", `${named.path} is no regular file${so(folder)}`);
  }

  /** False past the limit, which is said once. */
  private count(at: string): boolean {
    this.entries += 1;
    if (this.entries === archiveLimits.entries + 1)
      this.fail(
        at,
        "too-many-files",
        `More than ${archiveLimits.entries} files: from ${at} on nothing was taken.`,
      );
    return this.entries <= archiveLimits.entries;
  }

  private async follow(folder: Folder, named: Named, link: string): Promise<void> {
    let real: string;
    try {
      real = await realpath(link);
    } catch (error) {
      const why = errorCode(error) === "ELOOP" ? "leads back to itself" : "leads nowhere";
      return this.note(named.path, "link-dangling", `${named.path} is a link that ${why}${so(folder)}`);
    }
    if (!isInside(this.root, real)) {
      const message = `${named.path} is a link that leads out of the configured folder${so(folder)}`;
      return this.fail(named.path, "link-outside", message);
    }
    const target = await stat(real).catch(() => null);
    // A link must not bring in under another name what is left out under its own.
    const origin = path.relative(this.root, real).split(path.sep).join("/");
    if (isHidden(origin) || (target?.isFile() && isSecretPath(origin)))
      return this.note(named.path, "left-out", `${named.path} is left out: it is a link to ${origin}.`);
    if (folder.skill !== null && !isInside(folder.skill, real)) {
      const message = `${named.path} is a link to ${origin}, which does not belong to its skill.`;
      this.note(named.path, "link-leaves-skill", message);
    }
    if (!target?.isDirectory())
      return target?.isFile() && folder.skill !== null ? this.take(named, real) : undefined;
    if (!folder.above.includes(real)) return this.enter(below(folder, named, real));
    const message = `${named.path} is a link back to a folder above it${so(folder)}`;
    this.note(named.path, "link-loop", message);
  }

  private async take(named: Named, real: string): Promise<void> {
    if (isSecretPath(named.path))
      return this.note(named.path, "left-out", `${named.path} is left out: ${holdsSecrets}.`);
    const facts = await lstat(real).catch(() => null);
    if (facts?.isFile()) {
      const executable = isExecutableMode(facts.mode);
      this.files.push({ path: named.path, real, size: facts.size, executable });
    } else this.fail(named.path, "unreadable", `${named.path} has gone while the folder was listed.`);
  }
}

/** As in an archive: what cannot be had keeps its skill out, and is left out where there is none. */
const so = ({ skill }: Folder): string =>
  skill !== null ? "; the skill is not read without it." : "; it is left out.";

const join = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

const below = (folder: Folder, named: Named, real: string): Folder => ({
  ...folder,
  real,
  path: named.path,
  depth: folder.depth + 1,
});

const holdsSecrets = "its name says that it holds secrets";

/** Whether any folder of a path is one that is left out. */
const isHidden = (at: string): boolean =>
  at
    .split("/")
    .some((name, index, names) => leftOut({ name, path: names.slice(0, index + 1).join("/") }) !== null);

/** Why a file or folder is never part of a package; null when it may be. */
function leftOut({ name, path: at }: Named): string | null {
  if (foldPath(name) === ".git") return "it belongs to version control";
  if (isJunkPath(at) || isJunkPath(`${at}/x`)) return "systems and package managers leave it behind";
  if (isSecretPath(`${at}/x`)) return holdsSecrets;
  return null;
}
