import { specificationKeys } from "./frontmatter-keys";
import { pythonText } from "./internal/python-text";
import { trimBlanks } from "./internal/trim-blanks";
import { type Frontmatter, type FrontmatterValue, type ParsedSkill, parseSkill } from "./parse-skill";
import type { SkillIssue } from "./skill-issue";

const allowed = specificationKeys
  .map((entry) => `'${entry.key}'`)
  .sort()
  .join(", ");

/**
 * The errors of a strict reading in the words and the order of the reference validator (skills-ref `validate`):
 * unexpected fields become one message, and an error that leaves no fields stands alone.
 */
function referenceErrors(issues: readonly SkillIssue[], unexpected: readonly string[]): string[] {
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
function unexpectedFields(skill: Pick<ParsedSkill, "frontmatter">): string[] {
  const known = new Set(specificationKeys.map((entry) => entry.key));
  return [...skill.frontmatter.keys()].filter((key) => !known.has(key)).sort();
}

/**
 * What skills-ref `validate` says of a SKILL.md in a folder of that name, in its words and order. The reference takes
 * the first two `---` for fences wherever they stand. That decides this verdict alone: what loads, and what a strict
 * reading shows, keeps to fences on lines of their own.
 */
export function referenceVerdict(text: string, folderName: string): { skill: ParsedSkill; errors: string[] } {
  const skill = parseSkill(withOwnFences(text), { mode: "strict", folderName });
  return { skill, errors: referenceErrors(skill.issues, unexpectedFields(skill)) };
}

const fence = "---";

/** The document as the reference splits it, with each fence on a line of its own. */
function withOwnFences(text: string): string {
  const close = text.indexOf(fence, fence.length);
  if (!text.startsWith(fence)) return text;
  if (close < 0) return fence;
  const yaml = text.slice(fence.length, close);
  const lineBreak = /[\r\n]$/.test(yaml) ? "" : "\n";
  return `${fence}\n${yaml}${lineBreak}${fence}\n${text.slice(close + fence.length)}`;
}

/** What skills-ref `read-properties` prints: name and description trimmed, metadata from text to text. */
export function referenceProperties(frontmatter: Frontmatter): Map<string, FrontmatterValue> {
  const properties = new Map<string, FrontmatterValue>();
  for (const { key } of specificationKeys) {
    const value = frontmatter.get(key);
    if (value === undefined) continue;
    if (typeof value === "string") properties.set(key, trimmed.has(key) ? trimBlanks(value) : value);
    else if (key === "metadata" && value instanceof Map)
      properties.set(key, new Map([...value].map(([name, item]) => [name, pythonText(item)])));
    else properties.set(key, value);
  }
  return properties;
}

const trimmed: ReadonlySet<string> = new Set(["name", "description"]);

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
