import "server-only";
import { type ChangeProblem, changeTree, type NewEntry } from "@/lib/git/change-tree";
import { encodeCommit, objectId, type Signature } from "@/lib/git/objects";
import type { StoredObject } from "@/lib/git/read-pack";
import { greenroomSigner } from "@/lib/git/signers";
import { deflateObject, type PackObject, writePack } from "@/lib/git/write-pack";
import { ok, type Result } from "@/lib/kernel/result";
import { compareManifests } from "@/lib/library/compare-manifests";
import type { ManifestFile } from "@/lib/library/describe-package";
import type { VersionPush } from "../push-schema";

export type Branch = { commit: string; pack: Uint8Array };

export type Making = {
  objects: ReadonlyMap<string, StoredObject>;
  /** The commit that it stands on, and its tree. */
  base: string;
  tree: string;
  /** The skill's folder in the repository; empty at its top. */
  folder: string;
  /** By path, of files that are another text than the source's; null for what is gone. */
  files: ReadonlyMap<string, { bytes: Uint8Array; executable: boolean } | null>;
  message: string;
  author: Signature;
};

/** What differs between the text that was taken from the source and a version, by path in the skill. */
export function differing(
  before: readonly ManifestFile[],
  after: readonly ManifestFile[],
): (VersionPush["files"][number] & { sha256: string | null; executable: boolean })[] {
  const was = new Set(before.map(({ path }) => path));
  const { paths, written } = compareManifests(before, after);
  const writtenAt = new Map(written.map((file) => [file.path, file]));
  return paths
    .map((path) => {
      const file = writtenAt.get(path);
      if (!file) return { path, sha256: null, executable: false, change: "removed" as const };
      const { sha256, executable } = file;
      return { path, sha256, executable, change: was.has(path) ? ("changed" as const) : ("added" as const) };
    })
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** One commit on top of the source's, with only these files changed, and the pack that brings it. The same input makes the same commit. */
export async function makeBranch(making: Making): Promise<Result<Branch, ChangeProblem>> {
  const { objects, base, tree, folder, files, message, author } = making;
  const blobs = new Map<string, Uint8Array>();
  const changes = new Map<string, NewEntry>();
  for (const [path, file] of files) {
    const id = file && objectId("blob", file.bytes);
    if (file && id !== null) blobs.set(id, file.bytes);
    const entry = file && id !== null ? { executable: file.executable, id } : null;
    changes.set(folder === "" ? path : `${folder}/${path}`, entry);
  }
  const changed = changeTree((id) => treeIn(objects, id), tree, changes);
  if (!changed.ok) return changed;
  const { id, trees } = changed.value;
  const commit = encodeCommit({
    tree: id,
    parents: [base],
    author,
    committer: { ...greenroomSigner, seconds: author.seconds },
    message,
  });
  const all: [PackObject["type"], Uint8Array][] = [
    ["commit", commit],
    ...[...trees.values()].map((bytes): ["tree", Uint8Array] => ["tree", bytes]),
    ...[...blobs.values()].map((bytes): ["blob", Uint8Array] => ["blob", bytes]),
  ];
  const pieces: Buffer[] = [];
  for await (const piece of writePack(all.length, deflated(all))) pieces.push(piece);
  return ok({ commit: objectId("commit", commit), pack: new Uint8Array(Buffer.concat(pieces)) });
}

function treeIn(objects: ReadonlyMap<string, StoredObject>, id: string): Buffer | undefined {
  const found = objects.get(id);
  return found?.type === "tree" ? found.bytes : undefined;
}

async function* deflated(all: readonly [PackObject["type"], Uint8Array][]): AsyncGenerator<PackObject> {
  for (const [type, bytes] of all) yield { type, size: bytes.length, deflated: await deflateObject(bytes) };
}
