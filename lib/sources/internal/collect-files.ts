import "server-only";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { type ArchiveRule, composedNote } from "@/lib/bundles/archive-refusal";
import { type FoundEntry, readTree } from "@/lib/git/read-objects";
import type { StoredObject } from "@/lib/git/read-pack";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { err, ok, type Result } from "@/lib/kernel/result";
import { packageLimits } from "@/lib/skills/limits";
import { checkPackagePath } from "@/lib/skills/package-path";
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
  for (const name of folder.normalize("NFC").split("/")) {
    const entries = entriesOf(objects, id, archiveLimits.entries);
    const entry = entries.find((one) => one.kind === "folder" && one.name.normalize("NFC") === name);
    if (!entry) throw new Refused("no-such-folder");
    id = entry.id;
  }
  return id;
}

function entriesOf(objects: Objects, id: string, most: number): FoundEntry[] {
  const tree = objects.get(id);
  if (tree?.type !== "tree") throw new Refused("damaged");
  const entries = readTree(tree.bytes, most);
  if (!entries.ok) throw new Refused(entries.error === "too-many" ? "too-large" : "damaged");
  return entries.value;
}

/** Git itself makes no such name: who made it wants it written elsewhere. Any other bad name concerns its own skill. */
const isHarmful = (name: string): boolean => [".", "..", ".git"].includes(name) || name.includes("/");

/** One tree may stand in many places, so what is counted is places. */
class Walk {
  readonly contents: ArchiveContents = { files: [], links: [], barred: [], notes: [], ignored: [] };
  readonly submodules: string[] = [];
  private entries = 0;
  private total = 0;

  constructor(private readonly objects: Objects) {}

  enter(id: string, folder: string, depth: number): void {
    if (depth > deepest) throw new Refused("too-large");
    for (const entry of entriesOf(this.objects, id, archiveLimits.entries - this.entries)) {
      this.entries += 1;
      if (this.entries > archiveLimits.entries) throw new Refused("too-large");
      this.take(entry, folder, depth);
    }
  }

  /** `folder` as it is in the repository; what is stored is in NFC. */
  private take({ kind, name, isUtf8, id }: FoundEntry, folder: string, depth: number): void {
    if (isHarmful(name)) throw new Refused("unsafe");
    const path = folder === "" ? name : `${folder}/${name}`;
    const checked = checkPackagePath(path, pathLimits);
    if (!checked.ok) this.bar(path.normalize("NFC"), checked.error.message, checked.error.rule);
    else if (!isUtf8) this.bar(path, `The name ${markHidden(path)} is not UTF-8.`, "path-control-character");
    else if (kind === "folder") this.enter(id, path, depth + 1);
    else if (kind === "gitlink") this.submodules.push(checked.value);
    else if (kind === "unknown") this.leaveOut(checked.value, "is of a kind that git does not know");
    else {
      if (checked.value !== path) this.contents.notes.push(composedNote(checked.value));
      this.takeBytes(checked.value, kind, id);
    }
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
      this.leaveOut(path, why);
      return;
    }
    this.total += bytes.length;
    if (this.total > archiveLimits.totalBytes) throw new Refused("too-large");
    this.contents.files.push({ path, bytes, executable: kind === "executable" });
  }

  private leaveOut(path: string, why: string): void {
    this.bar(path, `${markHidden(path)} ${why}.`, "archive-special-file");
  }

  private bar(path: string, message: string, rule: ArchiveRule): void {
    this.contents.barred.push({ path, rule, message });
  }
}

function whyNot(bytes: Buffer): string | null {
  if (isLfsPointer(bytes)) return "is a pointer to Git LFS, and its content is not in the repository";
  return bytes.length > archiveLimits.fileBytes ? "is larger than a file may be" : null;
}

/** As the specification of Git LFS has it: a short text that begins with its version. */
const isLfsPointer = (bytes: Buffer): boolean =>
  bytes.length < 1_024 && bytes.toString("latin1", 0, 42) === "version https://git-lfs.github.com/spec/v1";
