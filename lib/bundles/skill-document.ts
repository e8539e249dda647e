import matter from "gray-matter";
import { stringify } from "yaml";
import { specificationKeys } from "@/lib/skills/frontmatter-keys";
import { type FrontmatterValue, type ParsedSkill, parseSkill } from "@/lib/skills/parse-skill";

/** A document taken apart. Every value is text, a list or a map of text. */
export type SkillDocument = { fields: ReadonlyMap<string, FrontmatterValue>; content: string };

const blocked = {
  parse: (): never => {
    throw new Error("Only YAML frontmatter is read.");
  },
  stringify: (): never => {
    throw new Error("Only YAML frontmatter is written.");
  },
};

/**
 * gray-matter by itself runs `---js` frontmatter as a program, turns dates and octals into other values and caches
 * by content. Here it only splits and joins; the values are read by our own parser, the other languages are blocked.
 */
const options = {
  language: "yaml",
  engines: {
    yaml: {
      parse: () => ({}),
      // It merges data into an object, where a key such as __proto__ would do harm: so the fields travel in one Map.
      stringify: ({ fields }: { fields?: unknown }) =>
        stringify(fields, { compat: "yaml-1.1", lineWidth: 0 }),
    },
    javascript: blocked,
    js: blocked,
    json: blocked,
  },
};

/** Null when the frontmatter is missing or cannot be read; the reasons are `parseSkill`'s. */
export function splitDocument(text: string): SkillDocument | null {
  const skill = parseSkill(text, { mode: "lenient" });
  if (!skill.loads || skill.frontmatter.size === 0) return null;
  const { content } = matter(text.slice(0, text.length - skill.body.length), options);
  return { fields: skill.frontmatter, content: content + skill.body };
}

/** Writes the fields in their order as YAML that the reference validator reads, then the content. */
export function joinDocument({ fields, content }: SkillDocument): string {
  return matter.stringify(content, { fields: plain(fields) }, options);
}

const plain = (value: FrontmatterValue): unknown => {
  if (typeof value === "string") return value;
  if (isList(value)) return value.map(plain);
  return new Map([...value].map(([key, item]) => [key, plain(item)]));
};

const isList = (value: FrontmatterValue): value is readonly FrontmatterValue[] => Array.isArray(value);

const specified = new Set(specificationKeys.map((entry) => entry.key));

/**
 * The same skill for hosts that refuse any field but the six of the specification: other fields move under
 * `metadata`, `allowed-tools` becomes one text, metadata text to text. Null when there is nothing to read.
 */
export function portableDocument(text: string, folderName: string): { text: string; moved: string[] } | null {
  const skill = parseSkill(text, { mode: "lenient", folderName });
  if (!skill.loads) return null;
  const moved = [...skill.frontmatter.keys()].filter((key) => !specified.has(key));
  const fields = new Map<string, FrontmatterValue>([
    ["name", skill.name],
    ["description", skill.description],
  ]);
  if (skill.license !== null) fields.set("license", skill.license);
  if (skill.compatibility !== null) fields.set("compatibility", skill.compatibility);
  if (skill.allowedTools.length > 0) fields.set("allowed-tools", skill.allowedTools.join(" "));
  const metadata = portableMetadata(skill, moved);
  if (metadata.size > 0) fields.set("metadata", metadata);
  return { text: joinDocument({ fields, content: skill.body }), moved };
}

function portableMetadata(skill: ParsedSkill, moved: readonly string[]): Map<string, string> {
  const metadata = new Map(Object.entries(skill.metadata));
  for (const key of moved) {
    const value = skill.frontmatter.get(key);
    if (value === undefined || metadata.has(key)) continue;
    metadata.set(key, typeof value === "string" ? value : JSON.stringify(jsonable(value)));
  }
  return metadata;
}

function jsonable(value: FrontmatterValue): unknown {
  if (typeof value === "string") return value;
  if (isList(value)) return value.map(jsonable);
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, item] of value) object[key] = jsonable(item);
  return object;
}
