import { skillSlug } from "../skill-slug";
import type { Report } from "./reporter";

export type Sibling = { name: string };

const folded = (name: string): string => skillSlug(name).replace(/-/g, "");

/** Names that are the same, or the same but for case and separators, confuse models and hosts. */
export function checkSiblings(
  skill: { name: string },
  siblings: readonly Sibling[],
  text: string,
  report: Report,
): void {
  if (skill.name === "") return;
  const other = siblings.find((sibling) => folded(sibling.name) === folded(skill.name));
  if (!other) return;
  const same = other.name === skill.name;
  const message = same
    ? `Another skill is named '${other.name}' too.`
    : `'${skill.name}' can be confused with the skill '${other.name}'.`;
  const field = /^name[ \t]*:[ \t]*\S.*$/m.exec(text);
  const start = field?.index ?? 0;
  report("name-collision", start, start + (field?.[0].length ?? 0), message);
}
