import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import { objectId } from "@/lib/git/objects";
import { makePortable } from "@/lib/library/exports/make-portable";
import { readPackageFiles } from "@/lib/library/read-packages";
import { sha256 } from "@/lib/platform/crypto";
import { foldPath } from "@/lib/skills/package-path";
import { type GitFile, gitFilesSchema } from "./git-record-schema";
import type { Arriving } from "./plan-changes";
import { skillTree } from "./state-tree";

/** A version in the form in which the git address gives it; no files where there is none, and `why`. */
export type GitPackage = {
  key: string;
  tree: string | null;
  why: string | null;
  files: readonly GitFile[];
  /** SKILL.md where its form is its own. */
  skillFile: Uint8Array<ArrayBuffer> | null;
};

const eachFileBytes = 300;
/** Of the form: a higher one when this release makes another package of the same version. */
const form = 2;

declare global {
  var greenroomGitPackages: LRUCache<string, GitPackage> | undefined;
}
/** Of this process, by workspace and key: a row of one workspace is none of another. */
export function heldPackages(): LRUCache<string, GitPackage> {
  globalThis.greenroomGitPackages ??= new LRUCache({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ files, skillFile }) => eachFileBytes * (files.length + 2) + (skillFile?.length ?? 0),
  });
  return globalThis.greenroomGitPackages;
}

/** Form, folder, digest, and the executable files, of which a digest says nothing: the same key is the same tree. */
export const packageKey = ({ name, version, files }: Arriving): string =>
  sha256(
    JSON.stringify([
      form,
      name,
      version.digest,
      ...files.filter((file) => file.executable).map(({ path }) => path),
    ]),
  );

/** Those that are kept already, by key. */
export async function readGitPackages(
  { db, workspace }: WorkspaceContext,
  keys: readonly string[],
): Promise<Map<string, GitPackage>> {
  const held = heldPackages();
  const found = new Map<string, GitPackage>();
  const missing: string[] = [];
  for (const key of keys) {
    const known = held.get(`${workspace.id} ${key}`);
    if (known) found.set(key, known);
    else missing.push(key);
  }
  if (missing.length === 0) return found;
  const rows = await db.gitPackage.findMany({
    where: { workspaceId: workspace.id, key: { in: missing } },
    select: { key: true, tree: true, why: true, files: true, skillFile: true },
  });
  for (const { files, ...row } of rows) {
    const one = { ...row, files: gitFilesSchema.parse(files) };
    held.set(`${workspace.id} ${row.key}`, one);
    found.set(row.key, one);
  }
  return found;
}

/** Reads the whole package and makes its portable form: git's ids need every byte. */
export async function makeGitPackage(context: WorkspaceContext, arriving: Arriving): Promise<GitPackage> {
  const key = packageKey(arriving);
  const stored = await readPackageFiles(context, { versionId: arriving.version.id });
  const { files: portable, problems } = await makePortable(arriving.name, stored);
  const why = whyNone(portable, problems);
  if (why !== null) return { key, tree: null, why, files: [], skillFile: null };
  const sources = new Map(stored.map((file) => [file.bytes, file.sha256]));
  let skillFile: GitPackage["skillFile"] = null;
  const files = portable.map(({ path, bytes, executable = false }): GitFile => {
    const source = sources.get(bytes) ?? null;
    if (source === null) skillFile = new Uint8Array(bytes);
    return { path, executable, id: objectId("blob", bytes), sha256: source, size: bytes.length };
  });
  return { key, tree: skillTree(files, new Map()), why: null, files, skillFile };
}

type Form = Awaited<ReturnType<typeof makePortable>>;

/** Why a package cannot be in a repository: it has no portable form, or a name with which git does something else. */
function whyNone(files: Form["files"], [problem]: Form["problems"]): string | null {
  if (problem) return `${problem.message.replace(/\.$/, "")} (${problem.rule})`;
  for (const { path } of files)
    for (const name of path.split("/"))
      if (gitNames.test(foldPath(name)))
        return `git does not keep ${path} as it is, but acts on a file or folder of that name`;
  return null;
}

/**
 * Read as .git on Windows, which stops every clone; attributes, which change the bytes of files as they are written;
 * and submodules, of which git expects commits.
 */
const gitNames = /^(?:\.git|git~\d+|\.gitattributes|\.gitmodules)$/;
