/**
 * Finds the package's SKILL.md among `paths` (relative to the package): `SKILL.md`, or `skill.md` when that is
 * missing. The reference implementation knows these two spellings, in that order.
 */
export function findSkillFile(paths: Iterable<string>): string | null {
  let lowerCase: string | null = null;
  for (const path of paths) {
    if (path === "SKILL.md") return path;
    if (path === "skill.md") lowerCase = path;
  }
  return lowerCase;
}

export const skillFileName = "SKILL.md";

/** Whether a path is that file's, in one of its two spellings: reading it is reading the skill, no resource of it. */
export const isSkillFile = (path: string): boolean => findSkillFile([path]) !== null;
