import "server-only";
import { objectId, type TreeEntry } from "@/lib/git/objects";
import { buildTree, type Placed } from "./build-tree";
import type { GitFile, StateSkill } from "./git-record-schema";

/** The trees that were made, and the files that are no skill's, by their blobs. */
export type MadeTrees = {
  trees: Map<string, readonly TreeEntry[]>;
  texts: Map<string, Buffer>;
};

export type State = {
  skills: Iterable<StateSkill>;
  /** By path. */
  rootFiles: Readonly<Record<string, string>>;
};

/** The root of one state: its files, and `skills/` with a folder for each skill that has a portable form. */
export function stateTree({ skills, rootFiles }: State, { trees, texts }: MadeTrees): string {
  const placed: Placed[] = [];
  for (const [path, text] of Object.entries(rootFiles)) {
    const bytes = Buffer.from(text);
    const id = objectId("blob", bytes);
    texts.set(id, bytes);
    placed.push({ path, id, kind: "file" });
  }
  for (const { name, tree } of skills)
    if (tree !== null) placed.push({ path: `skills/${name}`, id: tree, kind: "folder" });
  return buildTree(placed, trees);
}

/** The folder of one skill. */
export const skillTree = (files: readonly GitFile[], trees: Map<string, readonly TreeEntry[]>): string =>
  buildTree(
    files.map(({ path, id, executable }) => ({ path, id, kind: executable ? "program" : "file" })),
    trees,
  );
