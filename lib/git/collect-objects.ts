import "server-only";
import { DeltaWriter } from "./delta-writer";
import { encodeTree, type TreeEntry } from "./objects";
import type { Commit, Repository } from "./repository";
import { deflateObject, type PackObject } from "./write-pack";

/** Every object of a pack by its id; blobs last, so that the reader soon knows what there is. */
export type Collected = {
  count: number;
  objects: () => AsyncGenerator<PackObject>;
};

/** `trees` and `blobs` are those of the pack. `bases`: what stood at the place of one of them before, when that is in the pack. */
type Walk = {
  repository: Repository;
  seen: Set<string>;
  trees: Map<string, readonly TreeEntry[]>;
  blobs: Set<string>;
  bases: Map<string, string>;
};

/** What these commits hold that the known ones do not hold at the same place. */
export async function collectObjects(
  repository: Repository,
  { commits, known }: { commits: readonly Commit[]; known: readonly Commit[] },
): Promise<Collected> {
  const walk: Walk = {
    repository,
    seen: new Set(),
    trees: new Map(),
    blobs: new Set(),
    bases: new Map(),
  };
  const knownTrees = new Set(known.map(({ tree }) => tree));
  for (const tree of knownTrees) walk.seen.add(tree);
  // The oldest first: what it has in common with a newer one is found next to it.
  let beside = [...knownTrees];
  for (const { tree } of [...commits].reverse()) {
    await collectTree(walk, tree, beside);
    beside = [...knownTrees, tree];
  }
  const { trees, blobs } = walk;
  return {
    count: commits.length + trees.size + blobs.size,
    objects: () => packObjects(commits, walk),
  };
}

/** `beside`: trees at the same place of other commits, the nearest last. */
async function collectTree(walk: Walk, tree: string, beside: readonly string[]): Promise<void> {
  const { repository, seen, trees, blobs } = walk;
  if (seen.has(tree)) return;
  seen.add(tree);
  noteBase(walk, tree, beside, trees);
  const entries = await repository.readTree(tree);
  trees.set(tree, entries);
  const neighbours = new Map<string, string[]>();
  for (const id of beside)
    for (const entry of trees.get(id) ?? (await repository.readTree(id))) {
      seen.add(entry.id);
      neighbours.set(placeOf(entry), [...(neighbours.get(placeOf(entry)) ?? []), entry.id]);
    }
  for (const entry of entries) {
    const { mode, id } = entry;
    if (seen.has(id)) continue;
    const before = neighbours.get(placeOf(entry)) ?? [];
    if (mode === "40000") await collectTree(walk, id, before);
    else {
      seen.add(id);
      noteBase(walk, id, before, blobs);
      blobs.add(id);
    }
  }
}

/** A file is no neighbour of a folder. */
const placeOf = ({ mode, name }: TreeEntry): string => (mode === "40000" ? `${name}/` : name);

function noteBase(
  { bases }: Walk,
  id: string,
  before: readonly string[],
  inPack: { has(id: string): boolean },
): void {
  const base = before.findLast((one) => inPack.has(one));
  if (base !== undefined) bases.set(id, base);
}

async function* packObjects(
  commits: readonly Commit[],
  { repository, trees, blobs, bases }: Walk,
): AsyncGenerator<PackObject> {
  for (const { bytes } of commits)
    yield { type: "commit", size: bytes.length, deflated: await deflateObject(bytes) };
  const deltas = new DeltaWriter(bases, repository.packedTrees);
  const bytesOf = (id: string) => encodeTree(trees.get(id) ?? []);
  for (const id of trees.keys()) yield { type: "tree", ...(await deltas.tree(id, bytesOf)) };
  for await (const blob of repository.readBlobs([...blobs]))
    yield { type: "blob", ...(await deltas.blob(blob)) };
}
