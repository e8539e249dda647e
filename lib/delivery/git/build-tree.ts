import "server-only";
import { encodeTree, objectId, type TreeEntry } from "@/lib/git/objects";

/** A file at its path, by the id of its blob, or a whole folder by that of its tree. */
export type Placed = { path: string; id: string; kind: "file" | "program" | "folder" };

const modes = { file: "100644", program: "100755", folder: "40000" } as const;

/** The tree of a folder with these in it; every tree that is made on the way goes into `trees` by its id. */
export function buildTree(placed: readonly Placed[], trees: Map<string, readonly TreeEntry[]>): string {
  const entries: TreeEntry[] = [];
  const folders = new Map<string, Placed[]>();
  for (const one of placed) {
    const slash = one.path.indexOf("/");
    if (slash < 0) {
      entries.push({ mode: modes[one.kind], name: one.path, id: one.id });
      continue;
    }
    const folder = one.path.slice(0, slash);
    const inside = folders.get(folder) ?? [];
    inside.push({ ...one, path: one.path.slice(slash + 1) });
    folders.set(folder, inside);
  }
  for (const [name, inside] of folders)
    entries.push({ mode: modes.folder, name, id: buildTree(inside, trees) });
  const id = objectId("tree", encodeTree(entries));
  trees.set(id, entries);
  return id;
}
