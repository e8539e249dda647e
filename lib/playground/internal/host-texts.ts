import type { CatalogueEntry } from "@/lib/runtime/dialect";
import { unescapeXml } from "@/lib/runtime/escape-xml";
import { findLinks, resolveLink } from "@/lib/skills/find-links";

export type LoadedSkill = { name: string; body: string; resources: string[] };

/** One activation's text in any dialect; null for other text. What the person gave is theirs, not the skill's. */
export function readContent(text: string): LoadedSkill | null {
  for (const read of readers) {
    const found = read(text);
    if (found) return { ...found, body: found.body.replace(/\n\nARGUMENTS: [\s\S]*$/, "") };
  }
  return null;
}

const readers: readonly ((text: string) => LoadedSkill | null)[] = [
  readStandard,
  readLightspeed,
  readSisu,
  readBaseDirectory,
  readJson,
];

function readStandard(text: string): LoadedSkill | null {
  const match =
    /^<skill_content name="([^"]*)">\n([\s\S]*)\n\nbase_path: [^\n]*\n<skill_resources>([\s\S]*?)<\/skill_resources>\n<\/skill_content>$/.exec(
      text,
    );
  if (!match) return null;
  const [, name = "", body = "", files = ""] = match;
  const resources = [...files.matchAll(/<file>([\s\S]*?)<\/file>/g)].map(([, path = ""]) =>
    unescapeXml(path),
  );
  return { name: unescapeXml(name), body, resources };
}

function readLightspeed(text: string): LoadedSkill | null {
  const match =
    /^<skill>\n<name>([^<]*)<\/name>\n([\s\S]*?)<instructions>\n([\s\S]*)\n<\/instructions>\n<\/skill>\n?$/.exec(
      text,
    );
  if (!match) return null;
  const [, name = "", head = "", body = ""] = match;
  const resources = [...head.matchAll(/<(?:resource|script) name="([^"]*)"/g)].map(([, path = ""]) =>
    unescapeXml(path),
  );
  return { name: unescapeXml(name), body, resources };
}

function readSisu(text: string): LoadedSkill | null {
  const match =
    /^Skill: ([^\n]*)\nSkill directory: [^\n]*\n\n([\s\S]*)\n\nAvailable resources \(relative to skill directory\):\n([\s\S]*)$/.exec(
      text,
    );
  if (!match) return null;
  const [, name = "", body = "", files = ""] = match;
  return { name, body, resources: [...files.matchAll(/^- ([^(\n][^\n]*)$/gm)].map(([, path = ""]) => path) };
}

/** Hosts that name no files: those that the body links to may be there. */
function readBaseDirectory(text: string): LoadedSkill | null {
  const match =
    /^Base directory for this skill: skill:\/\/([^\n]+)\n\n(?:Files that belong[^\n]*\n\n?)?([\s\S]*)$/.exec(
      text,
    );
  const [, name, body = ""] = match ?? [];
  return name === undefined ? null : { name, body, resources: linkedFiles(body) };
}

function readJson(text: string): LoadedSkill | null {
  const value = parseRecord(text);
  const { skill_name: name, instructions: body } = value;
  if (typeof name !== "string" || typeof body !== "string") return null;
  return { name, body, resources: linkedFiles(body) };
}

const linkedFiles = (body: string): string[] => [
  ...new Set(findLinks(body).flatMap(({ target }) => resolveLink("SKILL.md", target) ?? [])),
];

/** Skills whose instructions stand in the system prompt from the start. */
export function readEager(system: string): (LoadedSkill & CatalogueEntry)[] {
  const blocks = system.match(/^<skill_content name="[\s\S]*?^<\/skill_content>$/gm) ?? [];
  const standard = blocks.flatMap((block) => readContent(block) ?? []);
  const sections = /^# Available Skills\n|^## Available Agent Skills \(Documentation\)\n/m.test(system)
    ? system.split(/^## Skill: /m).slice(1)
    : [];
  const sectioned = sections.map((section): LoadedSkill & CatalogueEntry => {
    const [name = "", ...lines] = section.split("\n");
    const text = lines
      .join("\n")
      .replace(/\n\n---\s*$/, "")
      .trim();
    // A whole document has its description in the frontmatter, other sections begin with it.
    const document = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
    const [description = "", ...rest] = text.split("\n\n");
    return document
      ? {
          name,
          description: /^description: (.*)$/m.exec(document[1] ?? "")?.[1] ?? "",
          body: document[2] ?? "",
          resources: [],
        }
      : { name, description, body: rest.join("\n\n"), resources: [] };
  });
  return [...standard.map((skill) => ({ ...skill, description: firstWords(skill.body) })), ...sectioned];
}

const firstWords = (body: string): string =>
  body.split(/\n\s*\n/).find((part) => !part.startsWith("#")) ?? "";

/** The sentence of a refusal in any dialect; null when the text is none. */
export function readRefusal(text: string): string | null {
  const { error } = parseRecord(text);
  if (typeof error === "string") return error.replace(/\.$/, "");
  const tagged = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/.exec(text)?.[1];
  if (tagged !== undefined) return unescapeXml(tagged).replace(/\.$/, "");
  const plain = /^(?:Error: [\s\S]*|(?:Skill|Resource) ['"][^'"\n]*['"] not found[\s\S]*)$/.test(text);
  return plain ? text.replace(/\.$/, "") : null;
}

function parseRecord(text: string): Record<string, unknown> {
  if (!text.startsWith("{")) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
