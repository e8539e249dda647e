import { z } from "zod";
import { err } from "@/lib/kernel/result";
import { wellFormedStart } from "@/lib/kernel/well-formed-start";
import type { ActivationInput, Dialect, LoadedSkill, ResourcePage, SkillError } from "@/lib/runtime/dialect";
import { escapeXmlAttribute, escapeXmlText, unescapeXml } from "@/lib/runtime/escape-xml";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { drawTree, readTree } from "./internal/draw-tree";
import { type Neutralised, neutralise, oneLine } from "./internal/neutralise";
import { readInput, unknownTool } from "./internal/read-input";
import { withoutStop } from "./internal/read-loaded";
import { readSkillPath } from "./internal/skill-path";
import { objectSchema, plainSkillTool, skillNameSchema } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";

const mostShown = 200;
/** What one reading gives: so many lines, unless their last one is named, and so much of each. UTF-16 units. */
const mostRead = { lines: 2_000, line: 2_000 };
const lineEnd = "... [truncated]";
/** What the host writes around skills; it leaves angle brackets of a skill's own as they are. */
const listMarks: FrameMarks = { tags: ["available_skills", "skill", "name", "description", "location"] };
const ownMarks: FrameMarks = { tags: ["activated_skill", "instructions", "available_resources"] };

const activateInput = z.object({ name: z.string().min(1).max(200) });
const lineNumber = z.number().int().min(1);
const fileInput = z.object({
  file_path: z.string().min(1).max(1_000),
  start_line: lineNumber.optional(),
  end_line: lineNumber.optional(),
});

/**
 * Gemini CLI: a list in the system prompt, `activate_skill` with the names there are, files through `read_file` once
 * their skill was activated. It knows no placeholders and no memory of what it gave. Held against the host by
 * `npm run bench -- hosts`.
 */
export const geminiCliDialect: Dialect = defineDialect({
  ...dialectHeads["gemini-cli"],
  ...withoutSearch,
  ...withoutEager,
  ...noBudget,
  source: "https://geminicli.com/docs/cli/skills/",
  placement: "system-prompt",
  order: "name-descending",

  catalogueEntry: ({ name, description }) =>
    [
      "  <skill>",
      `    <name>${escapeXmlText(name)}</name>`,
      `    <description>${neutralise(description, listMarks).text}</description>`,
      `    <location>skill://${escapeXmlText(oneLine(name))}/SKILL.md</location>`,
      "  </skill>",
    ].join("\n"),

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [
          "# Agent skills",
          "",
          "Skills for particular kinds of work. Load the one that fits with `activate_skill` before you begin.",
          "",
          "<available_skills>",
          ...entries,
          "</available_skills>",
        ].join("\n"),

  tools: (entries) =>
    entries.length === 0
      ? []
      : [
          {
            name: "activate_skill",
            description: "Loads a skill's instructions and names its files.",
            inputSchema: objectSchema({ name: skillNameSchema(entries) }, ["name"]),
          },
          {
            name: "read_file",
            description: "Reads a file, for instance one of an activated skill; whole, or some of its lines.",
            inputSchema: objectSchema(
              {
                file_path: { type: "string", description: "The whole path, the skill's folder first." },
                start_line: { type: "integer", minimum: 1, description: "The first line to read." },
                end_line: { type: "integer", minimum: 1, description: "The last line to read." },
              },
              ["file_path"],
            ),
          },
        ],

  skillTool: plainSkillTool,

  readCall(toolName, input, names) {
    if (toolName === "activate_skill")
      return readInput(toolName, activateInput.strict(), input, ({ name }) => ({
        kind: "activate",
        name,
        arguments: "",
      }));
    if (toolName !== "read_file") return unknownTool(toolName);
    const path = fileInput.safeParse(input).data?.file_path;
    const place = path === undefined ? null : readSkillPath(path, names);
    if (path !== undefined && place === null) return err(elsewhere(path));
    return readInput(toolName, fileInput, input, ({ start_line: first, end_line: last }) => ({
      kind: "read",
      name: place?.name ?? "",
      path: place?.path ?? "",
      offset: 0,
      lines: linesOf(first ?? 1, last),
    }));
  },

  activation: renderSkill,
  readActivation: readSkill,
  readsActiveOnly: true,
  readsSkillFile: true,
  readsWhole: true,
  shortensLines: true,

  skillList: ({ entries }) =>
    entries.map(({ name, description }) => `- ${oneLine(name)}: ${oneLine(description)}`).join("\n"),

  resource: renderFile,
  binaryResource: ({ path, mediaType }) => `No text in the file: ${path}, ${mediaType}.`,

  error: sayError,
  readError: (text) => (errors.test(text) ? withoutStop(text) : null),
});

const linesOf = (first: number, last: number | undefined) => ({
  first,
  count: last === undefined ? mostRead.lines : Math.max(1, last - first + 1),
});

const elsewhere = (path: string): SkillError => ({
  rule: "outside-package",
  message: `Out of reach: ${path}. Only folders of activated skills can be read`,
  skillName: null,
  path,
});

function renderSkill({ name, body, resources, unlisted }: ActivationInput): Neutralised {
  const { text, flags } = neutralise(body.trim(), ownMarks);
  const shown = ["SKILL.md", ...resources].slice(0, mostShown);
  const more = unlisted + resources.length + 1 > mostShown ? " There are more." : "";
  const lines = [
    `<activated_skill name="${escapeXmlAttribute(name)}">`,
    "  <instructions>",
    `    ${text}`,
    "  </instructions>",
    "",
    "  <available_resources>",
    `    Files and folders, at most ${mostShown}.${more}`,
    "",
    `skill://${escapeXmlText(oneLine(name))}/`,
    ...drawTree(shown.map((path) => escapeXmlText(oneLine(path)))),
    "  </available_resources>",
    "</activated_skill>",
  ];
  return { text: lines.join("\n"), flags };
}

function readSkill(text: string): LoadedSkill | null {
  const match =
    /^<activated_skill name="([^"]*)">\n {2}<instructions>\n {4}([\s\S]*)\n {2}<\/instructions>\n\n {2}<available_resources>\n([\s\S]*)\n {2}<\/available_resources>\n<\/activated_skill>$/.exec(
      text,
    );
  if (!match) return null;
  const [, name = "", body = "", files = ""] = match;
  const resources = readTree(files.split("\n")).map(unescapeXml);
  return { name: unescapeXml(name), body, resources: resources.filter((path) => path !== "SKILL.md") };
}

/** Some lines, or shortened ones, are told to be a part of the file; a whole file is given as it is. Lines end alike. */
function renderFile(page: ResourcePage): Neutralised {
  const { text, flags } = neutralise(page.text.replaceAll("\r\n", "\n"), ownMarks);
  const { first, last, total } = page.lines ?? { first: 1, last: Infinity, total: 0 };
  const whole = text.split("\n").slice(0, last - first + 1);
  const lines = whole.map(shorten);
  const isShortened = lines.some((line, at) => line !== whole[at]);
  const shown = lines.join("\n");
  if (first === 1 && last >= total && !isShortened) return { text: shown, flags };
  const head = [
    "",
    "Only a part of the file follows.",
    `Lines ${first}-${last} of ${total} in all.`,
    `For more, ask again with other lines; the next one is ${last + 1}.`,
    "",
    "--- A part of the file ---",
  ];
  return { text: [...head, shown].join("\n"), flags };
}

const shorten = (line: string): string =>
  line.length > mostRead.line ? `${wellFormedStart(line, mostRead.line)}${lineEnd}` : line;

const errors = /^(?:The input does not fit: |No such file: |Out of reach: |No skill by this name)/;

function sayError({ rule, message, skillName, path }: SkillError): string {
  switch (rule) {
    case "unknown-skill":
    case "not-assigned":
    case "disabled":
      return path === null
        ? "No skill by this name: it is not one of those that are allowed"
        : `Out of reach: skill://${skillName}/${path}`;
    case "unknown-resource":
    case "secret-file":
      return `No such file: skill://${skillName}/${path}`;
    case "not-active":
      return `Out of reach: skill://${skillName}/${path}. Only folders of activated skills can be read`;
    case "outside-package":
      return message;
    default:
      return `The input does not fit: ${message}`;
  }
}
