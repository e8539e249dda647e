import "server-only";
import type { FoundPackage } from "@/lib/bundles/find-packages";
import { skillNameOf } from "@/lib/library/skill-name";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { packageLimits } from "@/lib/skills/limits";
import { parseSkill } from "@/lib/skills/parse-skill";
import { matchNames, matchPatterns } from "../internal/match-patterns";
import { readInside } from "../internal/read-inside";
import type { WalkedFile } from "../internal/walk-directory";
import type { DirectoryPatterns } from "./directory";

type Found = FoundPackage<WalkedFile>;

/**
 * The packages that a configuration asks for: by their folder, or by the name in SKILL.md, which is read only where a
 * pattern could be a name. `excluded` are those that one keeps out by name, with it: of folders the walk tells.
 */
export async function choosePackages(
  found: readonly Found[],
  { include, exclude }: DirectoryPatterns,
): Promise<{ included: Found[]; excluded: { one: Found; name: string }[] }> {
  const isFolder = include.length === 0 ? () => true : matchPatterns(include);
  const isAsked = matchNames(include);
  const isBarred = matchNames(exclude);
  const included: Found[] = [];
  const excluded: { one: Found; name: string }[] = [];
  for (const one of found) {
    const byFolder = isFolder(one.root) || isFolder(skillPathOf(one));
    const name = isBarred || (isAsked && !byFolder) ? await nameOf(one) : null;
    if (!byFolder && !(name !== null && isAsked?.(name))) continue;
    if (name !== null && isBarred?.(name)) excluded.push({ one, name });
    else included.push(one);
  }
  return { included, excluded };
}

const skillPathOf = ({ root, files }: Found): string => {
  const name = findSkillFile(files.map((file) => file.path)) ?? "SKILL.md";
  return root === "" ? name : `${root}/${name}`;
};

/** Null where it cannot be read: whoever loads the package says why. */
async function nameOf({ files, folderName }: Found): Promise<string | null> {
  const path = findSkillFile(files.map((file) => file.path));
  const file = files.find((one) => one.path === path);
  const bytes = file ? await readInside(file.real, packageLimits.skillFileBytes).catch(() => null) : null;
  const text = bytes ? textOf(bytes) : null;
  return text === null ? null : skillNameOf(parseSkill(text, { mode: "lenient", folderName }));
}
