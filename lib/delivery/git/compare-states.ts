import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { compareUtf8 } from "@/lib/skills/digest";
import { readGitPackages } from "./git-packages";
import type { StateSkill } from "./git-record-schema";
import { readRootFiles, stateAfter } from "./load-history";
import type { RepositoryContent } from "./open-repository";

/** Paths in the order of their bytes. */
export type ChangedFiles = { added: string[]; changed: string[]; removed: string[] };

/** A commit of a history by its number; 0 is before the first. */
export type Place = { content: Pick<RepositoryContent, "history" | "rows">; number: number };

/** What differs in the files of a repository between two commits, also of two histories. */
export async function compareStates(
  context: WorkspaceContext,
  { before, after }: { before: Place; after: Place },
): Promise<ChangedFiles> {
  const [old, now] = [stateOf(before), stateOf(after)];
  const left = await readFiles(context, before, without(old, now));
  const right = await readFiles(context, after, without(now, old));
  const ordered = (paths: Iterable<string>) => [...paths].sort(compareUtf8);
  return {
    added: ordered([...right.keys()].filter((path) => !left.has(path))),
    changed: ordered([...right].flatMap(([path, id]) => ((left.get(path) ?? id) === id ? [] : [path]))),
    removed: ordered([...left.keys()].filter((path) => !right.has(path))),
  };
}

/** Skills that do not stand in the same folder with the same files among the others. */
function without(skills: readonly StateSkill[], others: readonly StateSkill[]): StateSkill[] {
  const folderOf = ({ name, tree }: StateSkill) => `${tree} ${name}`;
  const same = new Set(others.map(folderOf));
  return skills.filter((one) => !same.has(folderOf(one)));
}

const stateOf = ({ content, number }: Place): StateSkill[] => [
  ...stateAfter(content.rows.slice(0, number)).values(),
];

/** What tells each file of some skills, and of what stands beside them, by path. */
async function readFiles(
  context: WorkspaceContext,
  { content, number }: Place,
  skills: readonly StateSkill[],
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  if (number === 0) return files;
  const root = (await readRootFiles(context, { history: content.history, number })).get(number) ?? {};
  for (const [path, text] of Object.entries(root)) files.set(path, text);
  const shown = skills.filter(({ tree }) => tree !== null);
  const packages = await readGitPackages(
    context,
    shown.map(({ key }) => key),
  );
  for (const { name, key } of shown)
    for (const { path, id, executable } of packages.get(key)?.files ?? [])
      files.set(`skills/${name}/${path}`, `${id} ${executable}`);
  return files;
}
