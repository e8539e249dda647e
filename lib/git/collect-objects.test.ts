import { expect, it } from "vitest";
import { collectObjects } from "./collect-objects";
import { MemoryRepository } from "./fixtures/memory-repository";
import type { Commit } from "./repository";

async function collected(repository: MemoryRepository, commits: readonly Commit[], known: readonly Commit[]) {
  const { count, objects } = await collectObjects(repository, { commits, known });
  const types: string[] = [];
  for await (const { type } of objects()) types.push(type);
  expect(types).toHaveLength(count);
  const of = (wanted: string) => types.filter((type) => type === wanted).length;
  return { commits: of("commit"), trees: of("tree"), blobs: of("blob") };
}

it("has each object once, and blobs last", async () => {
  const repository = new MemoryRepository();
  const one = repository.commit({ "a/x": "1", "b/x": "1", "c/y": "2" });
  const two = repository.commit({ "a/x": "1", "b/x": "1", "c/y": "3" });
  // Folders a and b are one tree, and both commits share them.
  expect(await collected(repository, [two, one], [])).toEqual({ commits: 2, trees: 5, blobs: 3 });
});

it("leaves out what the other side has at the same place", async () => {
  const repository = new MemoryRepository();
  const one = repository.commit({ "a/x": "1", "b/deep/x": "1", "b/deep/y": "2", z: "9" });
  const two = repository.commit({ "a/x": "1", "b/deep/x": "1", "b/deep/y": "new", z: "9" });
  expect(await collected(repository, [two], [one])).toEqual({ commits: 1, trees: 3, blobs: 1 });
  const same = repository.commit({ "a/x": "1", "b/deep/x": "1", "b/deep/y": "2", z: "9" });
  expect(await collected(repository, [same], [one])).toEqual({ commits: 1, trees: 0, blobs: 0 });
});

it("does not read what neither side changed", async () => {
  const repository = new MemoryRepository();
  const files = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`skills/s${at}/SKILL.md`, `${at}`]),
  );
  const one = repository.commit(files);
  const two = repository.commit({ ...files, "skills/s7/SKILL.md": "new" });
  const read: string[] = [];
  const readTree = repository.readTree.bind(repository);
  repository.readTree = (id) => {
    read.push(id);
    return readTree(id);
  };
  expect(await collected(repository, [two], [one])).toEqual({ commits: 1, trees: 3, blobs: 1 });
  expect(read.length).toBeLessThanOrEqual(6);
});

it("packs a tree once", async () => {
  const repository = new MemoryRepository();
  const one = repository.commit({ "a/x": "1" });
  await collected(repository, [one], []);
  const kept = new Map(repository.packedTrees);
  expect(kept.size).toBe(2);
  await collected(repository, [one], []);
  for (const [id, tree] of kept) expect(repository.packedTrees.get(id)).toBe(tree);
});
