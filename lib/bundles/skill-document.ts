import matter from "gray-matter";
import { stringify } from "yaml";
import { type FrontmatterValue, parseSkill } from "@/lib/skills/parse-skill";

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
      stringify: ({ fields }: { fields?: unknown }) => writeYaml(fields),
    },
    javascript: blocked,
    js: blocked,
    json: blocked,
  },
};

const style = { compat: "yaml-1.1", lineWidth: 0 } as const;
const quoted = { ...style, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "QUOTE_DOUBLE" } as const;

/** What YAML forbids, and what readers of YAML 1.1 take for the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Many readers, the reference among them, end the frontmatter at any three dashes: in values they are escaped. */
function writeYaml(fields: unknown): string {
  const yaml = stringify(fields, style);
  if (!yaml.includes("---") && yaml.search(unprintable) < 0) return yaml;
  return stringify(fields, quoted).replaceAll("---", "-\\x2d-").replace(unprintable, escaped);
}

/** Null when the frontmatter is missing or cannot be read; the reasons are `parseSkill`'s. */
export function splitDocument(text: string): SkillDocument | null {
  const skill = parseSkill(text, { mode: "lenient" });
  if (!skill.loads || skill.frontmatter.size === 0) return null;
  const { content } = matter(text.slice(0, text.length - skill.body.length), options);
  return { fields: skill.frontmatter, content: content + skill.body };
}

/** Writes the fields in their order as YAML that the reference validator reads, then the content. */
export function joinDocument({ fields, content }: SkillDocument): string {
  // Given the content, it would add a line break to one that ends without.
  return `${matter.stringify("", { fields: plain(fields) }, options).trimEnd()}\n${content}`;
}

const plain = (value: FrontmatterValue): unknown => {
  if (typeof value === "string") return value;
  if (isList(value)) return value.map(plain);
  return new Map([...value].map(([key, item]) => [key, plain(item)]));
};

const isList = (value: FrontmatterValue): value is readonly FrontmatterValue[] => Array.isArray(value);
