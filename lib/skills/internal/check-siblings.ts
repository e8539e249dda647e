import { skillSlug } from "../skill-slug";
import type { LineIndex } from "../text-position";
import type { Report } from "./reporter";

export type Sibling = { name: string };

const folded = (name: string): string => skillSlug(name).replace(/-/g, "");

/** Names that are the same, or the same but for case and separators, confuse models and hosts. */
export function checkSiblings(
  skill: { name: string },
  siblings: readonly Sibling[],
  lines: LineIndex,
  report: Report,
): void {
  if (skill.name === "") return;
  const other = siblings.find((sibling) => folded(sibling.name) === folded(skill.name));
  if (!other) return;
  const same = other.name === skill.name;
  const message = same
    ? `Another skill is named '${other.name}' too.`
    : `'${skill.name}' can be confused with the skill '${other.name}'.`;
  report("name-collision", lines.startOf(2), lines.startOf(2), message);
}
