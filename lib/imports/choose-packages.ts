import "server-only";
import type { FoundPackage } from "@/lib/bundles/find-packages";
import { skillNameOf } from "@/lib/library/skill-name";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { matchFromTop, matchNames, matchPatterns } from "./internal/match-patterns";

/** Globs over relative paths, and over names of skills where they have no slash; no `include` takes everything. */
export type PackagePatterns = { include: readonly string[]; exclude: readonly string[] };

type Candidate = { root: string; files: readonly { path: string }[] };

/**
 * The packages that patterns ask for: by their folder, or by their name, which is asked for only where a pattern could
 * be one. `excluded` are those that one keeps out by name, with it: of folders whoever lists them tells.
 */
export async function choosePackages<One extends Candidate>(
  found: readonly One[],
  { include, exclude }: PackagePatterns,
  nameOf: (one: One) => Promise<string | null>,
): Promise<{ included: One[]; excluded: { one: One; name: string }[] }> {
  const isFolder = include.length === 0 ? () => true : matchPatterns(include);
  const isAsked = matchNames(include);
  const isBarred = matchNames(exclude);
  const included: One[] = [];
  const excluded: { one: One; name: string }[] = [];
  for (const one of found) {
    const byFolder = isFolder(one.root) || isFolder(skillPathOf(one));
    const name = isBarred || (isAsked && !byFolder) ? await nameOf(one) : null;
    if (!byFolder && !(name !== null && isAsked?.(name))) continue;
    if (name !== null && isBarred?.(name)) excluded.push({ one, name });
    else included.push(one);
  }
  return { included, excluded };
}

/** Of skills that are listed by name, before any of their files is had: the name is the folder too. */
export async function chooseListed<Entry extends { name: string }>(
  entries: readonly Entry[],
  patterns: PackagePatterns,
): Promise<Entry[]> {
  const isOut = matchFromTop(patterns.exclude);
  const listed = entries
    .map((entry) => ({ entry, root: entry.name, files: [] }))
    .filter((one) => !isOut(skillPathOf(one)));
  const { included } = await choosePackages(listed, patterns, async ({ root }) => root);
  return included.map(({ entry }) => entry);
}

const skillPathOf = ({ root, files }: Candidate): string => {
  const name = findSkillFile(files.map((file) => file.path)) ?? "SKILL.md";
  return root === "" ? name : `${root}/${name}`;
};

/** The name in SKILL.md. Null where it cannot be read: whoever loads the package says why. */
export async function nameInFile<File extends { path: string }>(
  { files, folderName }: FoundPackage<File>,
  bytesOf: (file: File) => Promise<Uint8Array | null>,
): Promise<string | null> {
  const path = findSkillFile(files.map((file) => file.path));
  const file = files.find((one) => one.path === path);
  const bytes = file ? await bytesOf(file) : null;
  const text = bytes ? textOf(bytes) : null;
  return text === null ? null : skillNameOf(parseSkill(text, { mode: "lenient", folderName }));
}
