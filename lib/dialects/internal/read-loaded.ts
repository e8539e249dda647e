import { jsonOrNull } from "@/lib/kernel/read-json";
import { findLinks, resolveLink } from "@/lib/skills/find-links";

/** For hosts that name no files: those that the body links to may be there. */
export const linkedFiles = (body: string): string[] => [
  ...new Set(findLinks(body).flatMap(({ target }) => resolveLink("SKILL.md", target) ?? [])),
];

/** What the person gave is theirs, not the skill's. */
export const withoutArguments = (body: string): string => body.replace(/\n\nARGUMENTS: [\s\S]*$/, "");

export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

/** The fields of a JSON object; none for any other text. */
export function readJsonFields(text: string): Record<string, unknown> {
  if (!text.startsWith("{")) return {};
  const value = jsonOrNull(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The sentence of an error that is told as JSON; null for any other text. */
export function readJsonError(text: string): string | null {
  const { error } = readJsonFields(text);
  return typeof error === "string" ? withoutStop(error) : null;
}

/** The same of plain text, as most hosts tell it. */
export const readPlainError = (text: string): string | null =>
  /^(?:Error: [\s\S]*|(?:Skill|Resource) ['"][^'"\n]*['"] not found[\s\S]*)$/.test(text)
    ? withoutStop(text)
    : null;

/** The parts of a system prompt that begin with `## Skill: name`, behind a heading of the host's; none without it. */
export function readSections(system: string, heading: RegExp): { name: string; text: string }[] {
  if (!heading.test(system)) return [];
  return system
    .split(/^## Skill: /m)
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.split("\n");
      const text = lines
        .join("\n")
        .replace(/\n\n---\s*$/, "")
        .trim();
      return { name, text };
    });
}
