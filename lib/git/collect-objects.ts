import "server-only";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { encodeTree, type TreeEntry } from "./objects";
import type { Commit, PackedObject, Repository } from "./repository";
import type { PackObject } from "./write-pack";

/** Every object of a pack by its id; blobs last, so that the reader soon knows what there is. */
export type Collected = {
  count: number;
  objects: () => AsyncGenerator<PackObject>;
};

const packed = promisify(deflate);

type Walk = { repository: Repository; seen: Set<string>; trees: Map<string, readonly TreeEntry[]> };

/** What these commits hold that the known ones do not hold at the same place. */
export async function collectObjects(
  repository: Repository,
  { commits, known }: { commits: readonly Commit[]; known: readonly Commit[] },
): Promise<Collected> {
  const walk: Walk = { repository, seen: new Set(), trees: new Map() };
  const blobs: string[] = [];
  const knownTrees = new Set(known.map(({ tree }) => tree));
  for (const tree of knownTrees) walk.seen.add(tree);
  // The oldest first: what it has in common with a newer one is found next to it.
  let beside = [...knownTrees];
  for (const { tree } of [...commits].reverse()) {
    await collectTree(walk, { tree, beside, blobs });
    beside = [...knownTrees, tree];
  }
  return {
    count: commits.length + walk.trees.size + blobs.length,
    objects: () => packObjects(repository, { commits, trees: walk.trees, blobs }),
  };
}

type Asked = { tree: string; beside: readonly string[]; blobs: string[] };

async function collectTree(walk: Walk, { tree, beside, blobs }: Asked): Promise<void> {
  if (walk.seen.has(tree)) return;
  walk.seen.add(tree);
  const entries = await walk.repository.readTree(tree);
  walk.trees.set(tree, entries);
  const neighbours = new Map<string, string[]>();
  for (const id of beside) {
    for (const { mode, name, id: known } of walk.trees.get(id) ?? (await walk.repository.readTree(id))) {
      walk.seen.add(known);
      if (mode === "40000") neighbours.set(name, [...(neighbours.get(name) ?? []), known]);
    }
  }
  for (const { mode, name, id } of entries) {
    if (walk.seen.has(id)) continue;
    if (mode === "40000") await collectTree(walk, { tree: id, beside: neighbours.get(name) ?? [], blobs });
    else {
      walk.seen.add(id);
      blobs.push(id);
    }
  }
}

type Listed = {
  commits: readonly Commit[];
  trees: ReadonlyMap<string, readonly TreeEntry[]>;
  blobs: readonly string[];
};

async function* packObjects(
  repository: Repository,
  { commits, trees, blobs }: Listed,
): AsyncGenerator<PackObject> {
  for (const { bytes } of commits)
    yield { type: "commit", size: bytes.length, deflated: await packed(bytes) };
  for (const [id, entries] of trees) {
    const { size, deflated } = repository.packedTrees.get(id) ?? (await packTree(repository, id, entries));
    yield { type: "tree", size, deflated };
  }
  for await (const { size, deflated } of repository.readBlobs(blobs)) yield { type: "blob", size, deflated };
}

async function packTree(
  { packedTrees }: Repository,
  id: string,
  entries: readonly TreeEntry[],
): Promise<PackedObject> {
  const bytes = encodeTree(entries);
  const tree = { id, size: bytes.length, deflated: await packed(bytes) };
  packedTrees.set(id, tree);
  return tree;
}
