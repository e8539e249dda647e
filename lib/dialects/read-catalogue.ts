import type { CatalogueEntry } from "@/lib/runtime/dialect";
import { unescapeXml } from "@/lib/runtime/escape-xml";
import type { PayloadOf } from "@/lib/runtime/events";
import { safeToolName } from "./internal/tool-name";

/**
 * What a catalogue told of each skill, read off its exact text or its tools, whichever host it is in: the names as
 * they are here, descriptions as the model got them. None where nothing is listed, as in search mode.
 */
export function readCatalogue(
  { text, tools }: Pick<PayloadOf<"catalogue-injected">, "text" | "tools">,
  names: readonly string[],
): CatalogueEntry[] {
  const listed = readListed(text);
  if (listed.length > 0) return listed;
  const lines = readLines(text, new Set(names));
  if (lines.length > 0) return lines;
  return tools.filter(isToolOfSkill).map(({ name, description }) => ({
    name: names.find((known) => safeToolName(known) === name) ?? name,
    description,
  }));
}

/** Lines of these skills, whatever a host says around them. */
const readLines = (text: string, names: ReadonlySet<string>): CatalogueEntry[] =>
  text.split("\n").flatMap((line) => {
    const [, name = "", told = ""] = /^- ([^\s:]+):?(?: (.*))?$/.exec(line) ?? [];
    const description = told.replace(/ ?\(file: [^()]*\)$/, "");
    const unescaped = description.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    return names.has(name) ? [{ name, description: unescaped }] : [];
  });

/** Whether a tool stands for one skill: it takes nothing but one optional string of arguments. */
export function isToolOfSkill({ inputSchema }: { inputSchema: Readonly<Record<string, unknown>> }): boolean {
  const { properties, required } = inputSchema;
  const fields = asRecord(properties);
  const given = asRecord(fields.arguments);
  const isBare = Object.keys(fields).join() === "arguments";
  const isOptional = !Array.isArray(required) || required.length === 0;
  return isBare && isOptional && given.type === "string" && given.default === "";
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** The skills that a system prompt lists, in any dialect that lists them. */
export function readListed(system: string): CatalogueEntry[] {
  const block = /<available_skills>\n([\s\S]*?)\n?<\/available_skills>/.exec(system)?.[1];
  const xml =
    /<skill>\s*<name>\s*([\s\S]*?)\s*<\/name>\s*<description>([\s\S]*?)<\/description>(?:\s*<(uri|location)>[^<]*<\/\3>)?\s*<\/skill>/g;
  if (block !== undefined)
    return [...block.matchAll(xml)].map(([, name = "", description = ""]) => ({
      name: unescapeXml(name),
      description: unescapeXml(description).trim(),
    }));
  const sisu = /^SKILLS\n\nAvailable skills:\n((?: {2}- ".*\n)*)/m.exec(system)?.[1] ?? "";
  const codex = /^### Available skills\n((?:- .*\n)*)<\/skills_instructions>$/m.exec(system)?.[1] ?? "";
  const lines = claudeCodeList.exec(system)?.[1] ?? "";
  return [
    ...[...sisu.matchAll(/^ {2}- "([^"\n]*)": (.*)$/gm)].map(([, name = "", description = ""]) => ({
      name,
      description,
    })),
    ...[...codex.matchAll(/^- ([^\s:]+):(?: (.*))? \(file: r0\/[^\n]*\/SKILL\.md\)$/gm)].map(
      ([, name = "", description = ""]) => ({ name, description }),
    ),
    ...[...lines.matchAll(/^- ([^\s:]+)(?:: (.*))?$/gm)].map(([, name = "", description = ""]) => ({
      name,
      description: description.replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
    })),
  ];
}

/** The list, and how it began in conversations from before. */
const claudeCodeList =
  /^(?:Skills that the tool Skill loads:|The following skills are available[^\n]*)\n\n((?:- .*(?:\n|$))*)/m;
