import { checkPackagePath } from "@/lib/skills/package-path";
import type { ParsedSkill } from "@/lib/skills/parse-skill";

const usable = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63}$/u;

/**
 * The name under which a package is kept: as its SKILL.md writes it when that can stand in an address and a file
 * name, else in ASCII kebab case. Null when there is nothing to make a name of.
 */
export function skillNameOf(skill: Pick<ParsedSkill, "name" | "slug" | "issues">): string | null {
  const name = skill.name.normalize("NFC");
  const hidden = skill.issues.some((issue) => issue.rule === "name-invisible");
  if (!hidden && usable.test(name) && checkPackagePath(name).ok) return name;
  return skill.slug === "" ? null : skill.slug;
}
