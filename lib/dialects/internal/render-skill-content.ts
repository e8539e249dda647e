import type { ActivationInput, LoadedSkill } from "@/lib/runtime/dialect";
import { escapeXmlAttribute, escapeXmlText, unescapeXml } from "@/lib/runtime/escape-xml";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { substituteArguments } from "@/lib/skills/substitute-arguments";
import { type Neutralised, neutralise } from "./neutralise";
import { withoutArguments } from "./read-loaded";

/** What the texts of this dialect are made of: neither a body nor a file can end them or add another of them. */
export const ownMarks: FrameMarks = {
  tags: ["skill_content", "skill_resources", "skill_resource", "available_skills"],
  lines: /^[ \t]*base_path[ \t]*:/gim,
};

type SkillContent = Pick<ActivationInput, "name" | "body" | "resources" | "unlisted" | "arguments">;

/**
 * `<skill_content name="...">`: the body, where its files are, and their names; never their content. Sizes are
 * left out on purpose: a changed file must not make the text a new one.
 */
export function renderSkillContent(input: SkillContent): Neutralised {
  const { name, resources, unlisted } = input;
  const substituted = substituteArguments({ ...input, rules: "arguments-only" });
  const { text: body, flags } = neutralise(substituted, ownMarks);
  const lines = [
    `<skill_content name="${escapeXmlAttribute(name)}">`,
    body,
    "",
    `base_path: skill://${escapeXmlText(name)}`,
    ...listResources(resources, unlisted),
    "</skill_content>",
  ];
  return { text: lines.join("\n"), flags };
}

const begin = '<skill_content name="';
const place = "\n\nbase_path: ";
const end = "</skill_resources>\n</skill_content>";

/** Undoes `renderSkillContent`; null for any other text. */
export function readSkillContent(text: string): LoadedSkill | null {
  const named = text.startsWith(begin) ? text.indexOf('">\n') : -1;
  const name = text.slice(begin.length, Math.max(begin.length, named));
  if (named < 0 || name.includes('"') || !text.endsWith(end)) return null;
  const bodyStart = named + 3;
  for (let at = text.lastIndexOf(place); at >= bodyStart; at = text.lastIndexOf(place, at - 1)) {
    const list = text.indexOf("\n", at + place.length) + 1;
    if (list === 0 || !text.startsWith("<skill_resources>", list)) continue;
    const resources = filesIn(text.slice(list, text.length - end.length)).map(unescapeXml);
    return { name: unescapeXml(name), body: withoutArguments(text.slice(bodyStart, at)), resources };
  }
  return null;
}

function filesIn(list: string): string[] {
  const files: string[] = [];
  for (let at = list.indexOf("<file>"); at >= 0; at = list.indexOf("<file>", at)) {
    const last = list.indexOf("</file>", at);
    if (last < 0) break;
    files.push(list.slice(at + "<file>".length, last));
    at = last;
  }
  return files;
}

function listResources(resources: readonly string[], unlisted: number): string[] {
  if (resources.length === 0) return ["<skill_resources></skill_resources>"];
  return [
    "<skill_resources>",
    ...resources.map((path) => `  <file>${escapeXmlText(path)}</file>`),
    ...(unlisted > 0 ? [`  <!-- ${unlisted} more files are not listed. -->`] : []),
    "</skill_resources>",
  ];
}
