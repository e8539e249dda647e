import { specificationKeys } from "./frontmatter-keys";
import type { ParsedSkill } from "./parse-skill";
import type { SkillIssue } from "./skill-issue";

const allowed = specificationKeys
  .map((entry) => `'${entry.key}'`)
  .sort()
  .join(", ");

/**
 * The errors of a strict reading in the words and the order of the reference validator (skills-ref `validate`):
 * unexpected fields become one message, and an error that leaves no fields stands alone.
 */
export function referenceErrors(issues: readonly SkillIssue[], unexpected: readonly string[]): string[] {
  const errors: string[] = [];
  for (const issue of issues) {
    if (issue.severity !== "error") continue;
    if (issue.rule !== "unknown-field" && issue.rule !== "host-field") errors.push(issue.message);
    else if (!errors.some((error) => error.startsWith("Unexpected fields")))
      errors.push(
        `Unexpected fields in frontmatter: ${unexpected.join(", ")}. Only [${allowed}] are allowed.`,
      );
  }
  return errors;
}

/** Keys the reference does not know, in its order (sorted by code points). */
export function unexpectedFields(skill: Pick<ParsedSkill, "frontmatter">): string[] {
  const known = new Set(specificationKeys.map((entry) => entry.key));
  return [...skill.frontmatter.keys()].filter((key) => !known.has(key)).sort();
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");

/** The catalogue as skills-ref `to-prompt` prints it, but with the location escaped too. */
export function referencePrompt(
  skills: readonly { name: string; description: string; location: string }[],
): string {
  const tag = (name: string, value: string): string[] => [`<${name}>`, escapeHtml(value), `</${name}>`];
  const lines = skills.flatMap(({ name, description, location }) => [
    "<skill>",
    ...tag("name", name),
    ...tag("description", description),
    ...tag("location", location),
    "</skill>",
  ]);
  return ["<available_skills>", ...lines, "</available_skills>"].join("\n");
}
