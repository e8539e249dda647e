import { parse } from "yaml";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { findYamlExcess } from "@/lib/skills/yaml-bounds";

/** A package as clients would install it. */
export type CarriedPackage = {
  /** Of its folder, there and here. */
  name: string;
  description: string;
  files: readonly { path: string; size: number }[];
  /** Its SKILL.md as text; null when it is not there under exactly this name, or is no text. */
  document: string | null;
};

/** What clients take from an index (`skills` 1.5 and 1.7): whatever else it lists they leave out without a word. */
const limits = { name: 64, description: 1024, files: 1_000, bytes: 50 * 1024 * 1024 };

/**
 * Why clients would not install a package that an index lists, as the end of a sentence that begins with its name; null
 * when they do.
 */
export function whyNotListed({ name, description, files, document }: CarriedPackage): string | null {
  if (name.length > limits.name || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
    return "has a name that the index cannot carry: it takes lower-case ASCII letters, digits and single hyphens, at most 64";
  if (description === "") return "has no description, which clients ask for";
  if (description.length > limits.description)
    return `has a description of ${description.length} UTF-16 units; the index takes ${limits.description}`;
  if (files.length > limits.files) return `has ${files.length} files; clients take ${limits.files}`;
  if (files.reduce((sum, { size }) => sum + size, 0) > limits.bytes)
    return "is larger than 50 MiB, the most that clients unpack";
  if (document === null) return `has no ${skillFileName}, in capitals, that is text`;
  return whyNotRead(document);
}

/** Clients read the frontmatter with the same parser of YAML, and want a text for both fields. */
function whyNotRead(document: string): string | null {
  const source = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?(?:\n|$)/.exec(document)?.[1];
  if (source === undefined) return "has a SKILL.md in which clients find no frontmatter";
  const read = findYamlExcess(source) ? null : readFields(source);
  if (read === null) return "has a frontmatter that clients cannot read as YAML";
  for (const field of ["name", "description"])
    if (typeof read[field] !== "string") return `has a ${field} that clients do not read as text`;
  return null;
}

function readFields(source: string): Record<string, unknown> | null {
  try {
    const read: unknown = parse(source, { prettyErrors: false, logLevel: "error" });
    return typeof read === "object" && read !== null ? { ...read } : {};
  } catch {
    return null;
  }
}
