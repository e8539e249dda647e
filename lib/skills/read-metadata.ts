import { scanFrontmatter } from "./internal/scan-frontmatter";
import { parseSkill } from "./parse-skill";

/** What a catalogue needs of a skill. */
export type SkillMetadata = { name: string; description: string };

/**
 * Name and description from the beginning of a SKILL.md, for whole catalogues: many times cheaper than
 * `parseSkill` and never different from its lenient reading. Null when the skill does not load, or when `head` is
 * only the beginning of the file (`complete` false) and more of it is needed.
 */
export function readMetadata(
  head: string,
  options: { folderName: string; complete: boolean },
): SkillMetadata | null {
  const quick = scanFrontmatter(head);
  if (quick) return { name: own(quick.name), description: own(quick.description) };
  if (!options.complete) return null;
  const skill = parseSkill(head, { mode: "lenient", folderName: options.folderName });
  return skill.loads ? { name: own(skill.name), description: own(skill.description) } : null;
}

/** A slice keeps the whole file alive in V8; this copy does not. */
const own = (text: string): string => ` ${text}`.slice(1);
