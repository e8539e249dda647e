import { isSkillFile } from "@/lib/skills/find-skill-file";

/** Folders have no id of their own: their path is their name. */
export type TreeNode = { path: string; name: string; folder: boolean; children: string[] };

export const rootPath = "";

/**
 * Files and empty folders as a tree by path; the root is `""`. SKILL.md comes first, then folders, then files,
 * each by name.
 */
export function buildTree(
  paths: readonly string[],
  emptyFolders: readonly string[] = [],
): Map<string, TreeNode> {
  const nodes = new Map<string, TreeNode>([
    [rootPath, { path: rootPath, name: "", folder: true, children: [] }],
  ]);
  for (const path of emptyFolders) addNode(nodes, path, true);
  for (const path of paths) addNode(nodes, path, false);
  for (const node of nodes.values()) node.children.sort((left, right) => compareNodes(nodes, left, right));
  return nodes;
}

function addNode(nodes: Map<string, TreeNode>, path: string, folder: boolean): void {
  if (nodes.has(path)) return;
  nodes.set(path, { path, name: nameOf(path), folder, children: [] });
  const parent = parentOf(path);
  if (!nodes.has(parent)) addNode(nodes, parent, true);
  nodes.get(parent)?.children.push(path);
}

function compareNodes(nodes: ReadonlyMap<string, TreeNode>, left: string, right: string): number {
  const weight = (path: string) => (isSkillFile(path) ? 0 : nodes.get(path)?.folder ? 1 : 2);
  return weight(left) - weight(right) || left.localeCompare(right, "en", { numeric: true });
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The folder a path lies in; `""` at the top. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

export const joinPath = (folder: string, name: string): string =>
  folder === "" ? name : `${folder}/${name}`;

/** Lists every folder above a path, the outermost first. */
export function foldersAbove(path: string): string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}
