import { unescapeXml } from "@/lib/runtime/escape-xml";
import type { HostRequest } from "./host-traffic";

/** A skill as a host lists it. */
export type ToldSkill = {
  /** As it is called; a plugin's stands before it: `plugin:skill`. */
  name: string;
  description: string;
  /** Where it lies on that machine, where the list says so. */
  directory: string | null;
};

export type ToldCatalogue = {
  place: string;
  /** The list alone, without what else its text tells. */
  text: string;
  skills: ToldSkill[];
};

/** The list of skills among what a host tells its model before anything else; null where there is none. */
export function readToldSkills({ messages }: Pick<HostRequest, "messages">): ToldCatalogue | null {
  for (const { role, place, parts } of messages) {
    if (role === "assistant") return null;
    for (const part of parts) {
      const found = part.kind === "text" ? readList(part.text) : null;
      if (found) return { place, ...found };
    }
  }
  return null;
}

type List = Omit<ToldCatalogue, "place">;

function readList(text: string): List | null {
  return readElements(text) ?? readRooted(text) ?? readLines(text);
}

/** `<available_skills>` with one `<skill>` each. */
function readElements(text: string): List | null {
  const start = text.indexOf("<available_skills>");
  const end = text.indexOf("</available_skills>", start);
  if (start < 0 || end < 0) return null;
  const block = text.slice(start, end + "</available_skills>".length);
  const skills = block.split("</skill>").flatMap((one): ToldSkill[] => {
    const name = element(one, "name");
    if (name === null) return [];
    const location = element(one, "location");
    return [
      { name, description: element(one, "description") ?? "", directory: location && folderOf(location) },
    ];
  });
  return skills.length > 0 ? { text: block, skills } : null;
}

function element(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  const end = text.lastIndexOf(`</${tag}>`);
  return start < 0 || end < start ? null : unescapeXml(text.slice(start + tag.length + 2, end).trim());
}

/** A table of roots, and lines with the file of each skill below one of them. */
function readRooted(text: string): List | null {
  const start = text.indexOf("### Available skills\n");
  if (start < 0) return null;
  const stop = text.indexOf("</skills_instructions>", start);
  const block = text.slice(start, stop < 0 ? text.length : stop);
  const roots = new Map(
    [...text.slice(0, start).matchAll(/^- `(r\d{1,3})` = `([^`\n]+)`$/gm)].map(([, root = "", path = ""]) => [
      root,
      path,
    ]),
  );
  const skills = block.split("\n").flatMap((line): ToldSkill[] => {
    const skill = rootedSkill(line, roots);
    return skill ? [skill] : [];
  });
  return skills.length > 0 ? { text: block.trimEnd(), skills } : null;
}

const fileMark = " (file: ";

/** `- name: description (file: r1/name/SKILL.md)`; null for any other line. */
function rootedSkill(line: string, roots: ReadonlyMap<string, string>): ToldSkill | null {
  const whole = line.endsWith("\r") ? line.slice(0, -1) : line;
  const [head, name = ""] = /^- ([^\s:]+):/.exec(whole) ?? [];
  const mark = whole.lastIndexOf(fileMark);
  if (head === undefined || mark < head.length || !whole.endsWith(")")) return null;
  const told = whole.slice(head.length, mark);
  const file = whole.slice(mark + fileMark.length, -1);
  if ((told !== "" && !told.startsWith(" ")) || file === "" || file.includes(")")) return null;
  const root = /^(r\d{1,3})\/./.exec(file)?.[1];
  const path = root === undefined ? file : file.slice(root.length + 1);
  const base = root === undefined ? "" : `${roots.get(root) ?? root}/`;
  return { name, description: told.slice(1), directory: folderOf(`${base}${path}`) };
}

/** A heading that speaks of skills, and `- name: description` below it. */
const heading = /^[^\n]{0,200}\bskills\b[^\n]{0,200}:\n\n(?=- \S)/gim;

function readLines(text: string): List | null {
  for (const match of text.matchAll(heading)) {
    const rest = text.slice(match.index + match[0].length);
    const length = rest.search(/^(?!- )/m);
    const lines = (length < 0 ? rest : rest.slice(0, length)).trimEnd();
    const skills = lines.split("\n").map((line): ToldSkill => {
      const [, name = "", description = ""] = /^- ((?:[^\s:]+:)?[^\s:]+)(?:: (.*))?$/.exec(line) ?? [];
      return { name, description: unescapeBrackets(description), directory: null };
    });
    const named = skills.filter(({ name }) => name !== "");
    if (named.length > 0) return { text: `${match[0]}${lines}`, skills: named };
  }
  return null;
}

const unescapeBrackets = (text: string): string => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">");

const folderOf = (path: string): string => path.replace(/[\\/]SKILL\.md$/i, "");

/** A skill's name without the plugin it comes from. */
export const bareName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);
