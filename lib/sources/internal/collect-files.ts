import "server-only";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { type FoundEntry, readTree } from "@/lib/git/read-objects";
import type { StoredObject } from "@/lib/git/read-pack";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { err, ok, type Result } from "@/lib/kernel/result";
import { packageLimits } from "@/lib/skills/limits";
import { checkPackagePath, leavesFolder } from "@/lib/skills/package-path";
import type { SourceFailure } from "../source-options";

export type Collected = {
  contents: ArchiveContents;
  /** Submodules, which are not followed. */
  submodules: string[];
};

type Objects = ReadonlyMap<string, StoredObject>;

/** A problem of the whole source: nothing of it is used. */
class Refused extends Error {
  constructor(readonly failure: SourceFailure) {
    super(failure);
  }
}

const deepest = archiveLimits.pathDepth;
const pathLimits = { ...packageLimits, ...archiveLimits };

/** The files below a folder of a tree, as an archive would hold them. Objects may be anything that somebody could make. */
export function collectFiles(
  objects: Objects,
  tree: string,
  folder: string,
): Result<Collected, SourceFailure> {
  try {
    const top = folder === "" ? tree : findFolder(objects, tree, folder);
    const walk = new Walk(objects);
    walk.enter(top, "", 0);
    return ok({ contents: walk.contents, submodules: walk.submodules });
  } catch (error) {
    if (error instanceof Refused) return err(error.failure);
    throw error;
  }
}

function findFolder(objects: Objects, tree: string, folder: string): string {
  let id = tree;
  for (const name of folder.split("/")) {
    const entry = entriesOf(objects, id).find((one) => one.kind === "folder" && one.name === name);
    if (!entry) throw new Refused("no-such-folder");
    id = entry.id;
  }
  return id;
}

function entriesOf(objects: Objects, id: string): FoundEntry[] {
  const tree = objects.get(id);
  const entries = tree?.type === "tree" ? readTree(tree.bytes) : null;
  if (!entries) throw new Refused("damaged");
  return entries;
}

/** One tree may stand in many places, so what is counted is places. */
class Walk {
  readonly contents: ArchiveContents = { files: [], links: [], barred: [], notes: [], ignored: [] };
  readonly submodules: string[] = [];
  private entries = 0;
  private total = 0;

  constructor(private readonly objects: Objects) {}

  enter(id: string, folder: string, depth: number): void {
    if (depth > deepest) throw new Refused("too-large");
    for (const entry of entriesOf(this.objects, id)) {
      this.entries += 1;
      if (this.entries > archiveLimits.entries) throw new Refused("too-large");
      this.take(entry, folder, depth);
    }
  }

  private take({ kind, name, id }: FoundEntry, folder: string, depth: number): void {
    // git itself makes no such name: who made it wants it written elsewhere.
    if (name === null || name === "" || name === "." || name.includes("/") || leavesFolder(name))
      throw new Refused("unsafe");
    const path = folder === "" ? name : `${folder}/${name}`;
    const checked = checkPackagePath(path, pathLimits);
    if (!checked.ok) {
      this.contents.barred.push({ path, ...checked.error });
      return;
    }
    if (kind === "folder") this.enter(id, path, depth + 1);
    else if (kind === "gitlink") this.submodules.push(path);
    else if (kind === "unknown") this.bar(path, "is of a kind that git does not know");
    else this.takeBytes(path, kind, id);
  }

  private takeBytes(path: string, kind: "file" | "executable" | "link", id: string): void {
    const blob = this.objects.get(id);
    if (blob?.type !== "blob") throw new Refused("damaged");
    const { bytes } = blob;
    if (kind === "link") {
      this.contents.links.push({ path, target: bytes.toString("utf8", 0, 4_096), isHard: false });
      return;
    }
    const why = whyNot(bytes);
    if (why !== null) {
      this.bar(path, why);
      return;
    }
    this.total += bytes.length;
    if (this.total > archiveLimits.totalBytes) throw new Refused("too-large");
    this.contents.files.push({ path, bytes, executable: kind === "executable" });
  }

  private bar(path: string, why: string): void {
    this.contents.barred.push({ path, rule: "archive-special-file", message: `${markHidden(path)} ${why}.` });
  }
}

function whyNot(bytes: Buffer): string | null {
  if (isLfsPointer(bytes)) return "is a pointer to Git LFS, and its content is not in the repository";
  return bytes.length > archiveLimits.fileBytes ? "is larger than a file may be" : null;
}

/** As the specification of Git LFS has it: a short text that begins with its version. */
const isLfsPointer = (bytes: Buffer): boolean =>
  bytes.length < 1_024 && bytes.toString("latin1", 0, 42) === "version https://git-lfs.github.com/spec/v1";
