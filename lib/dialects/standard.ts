import { z } from "zod";
import type { Dialect, Presentation, ResourcePage, SkillError } from "@/lib/runtime/dialect";
import { escapeXmlAttribute, escapeXmlText } from "@/lib/runtime/escape-xml";
import type { ToolDefinition } from "@/lib/runtime/events";
import { catalogueBudget } from "@/lib/runtime/limits";
import { dialectHeads } from "./dialect-heads";
import { defineDialect } from "./internal/define-dialect";
import { type Neutralised, neutralise } from "./internal/neutralise";
import { readInput, unknownTool } from "./internal/read-input";
import { readJsonError } from "./internal/read-loaded";
import { ownMarks, readSkillContent, renderSkillContent } from "./internal/render-skill-content";
import { objectSchema, plainSkillTool, skillNameSchema } from "./internal/tool-schema";

const toolNames = {
  list: "list_skills",
  search: "search_skills",
  activate: "activate_skill",
  read: "read_skill_resource",
} as const;

const introduction = [
  "You have skills: instructions for particular kinds of work. Only their names and descriptions are listed here.",
  `When a task fits a description, call ${toolNames.activate} with that name before you answer, then follow what it returns. ` +
    `Read a file that a skill names with ${toolNames.read}, and only when you need it. Do not guess what a skill says.`,
].join("\n");

const eagerIntroduction =
  "You have skills: instructions for particular kinds of work. All of them are here and active. Follow the one that fits. " +
  `Read a file that a skill names with ${toolNames.read}, and only when you need it.`;

const nameSchema = z.string().min(1).max(200);
const listInput = z.object({
  query: z.string().max(1_000).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/, "is not a cursor of ours")
    .optional(),
});
const searchInput = z.object({
  query: z.string().min(1).max(1_000),
  limit: z.number().int().min(1).max(50).default(5),
});
const activateInput = z.object({ name: nameSchema, arguments: z.string().max(20_000).optional() });
const readInputSchema = z.object({
  name: nameSchema,
  path: z.string().min(1).max(1_000),
  offset: z.number().int().min(0).default(0),
});

/** Greenroom's own presentation: docs of the Agent Skills client guide, with paging, errors and receipts added. */
export const standardDialect: Dialect = defineDialect({
  ...dialectHeads.standard,
  source: "https://agentskills.io/client-implementation/adding-skills-support",
  placement: "system-prompt",
  budgetCharacters: catalogueBudget,
  budgetRule: "The larger of 2 % of the model's window and 8,000 characters.",
  mostDescriptionCharacters: null,

  catalogueEntry: ({ name, description }) =>
    `  <skill>\n    <name>${escapeXmlText(name)}</name>\n    <description>${escapeXmlText(description)}</description>\n  </skill>`,

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [
          introduction,
          "<available_skills>",
          ...entries,
          ...(omitted > 0
            ? [
                `  <!-- ${omitted} more ${omitted === 1 ? "skill is" : "skills are"} not listed: ${toolNames.list} has all. -->`,
              ]
            : []),
          "</available_skills>",
        ].join("\n"),

  searchNotice: (skills) =>
    `You have ${skills} skills: instructions for particular kinds of work. They are not listed here. ` +
    `Before you answer, look for one with ${toolNames.search}; load it with ${toolNames.activate} and follow what it returns.`,

  eager(skills) {
    const parts = skills.map(({ name, body, resources }) => ({
      name,
      ...renderSkillContent({ name, body, resources, unlisted: 0, arguments: "" }),
    }));
    const text =
      parts.length === 0 ? "" : [eagerIntroduction, ...parts.map((part) => part.text)].join("\n\n");
    return { text, parts };
  },

  readEager: (system) =>
    (system.match(/^<skill_content name="[\s\S]*?^<\/skill_content>$/gm) ?? [])
      .flatMap((block) => readSkillContent(block) ?? [])
      .map((skill) => ({ ...skill, description: firstWords(skill.body) })),

  tools: (entries, { presentation }) =>
    entries.length === 0
      ? []
      : toolsOf(presentation).map((tool) => ({
          ...tool,
          inputSchema: tool.inputSchema(skillNameSchema(entries)),
        })),

  skillTool: plainSkillTool,

  readCall(toolName, input) {
    switch (toolName) {
      case toolNames.activate:
        return readInput(toolName, activateInput, input, (value) => ({
          kind: "activate",
          name: value.name,
          arguments: value.arguments ?? "",
        }));
      case toolNames.read:
        return readInput(toolName, readInputSchema, input, (value) => ({ kind: "read", ...value }));
      case toolNames.list:
        return readInput(toolName, listInput, input ?? {}, ({ query = "", cursor = "0" }) => ({
          kind: "list",
          query: query.trim() === "" ? null : query.trim(),
          cursor: Number(cursor),
        }));
      case toolNames.search:
        return readInput(toolName, searchInput, input, (value) => ({ kind: "search", ...value }));
      default:
        return unknownTool(toolName);
    }
  },

  activation: renderSkillContent,
  readActivation: readSkillContent,

  alreadyActive: ({ name, turn }) =>
    `Skill ${name} is already active since turn ${turn}. Its instructions are above and have not changed. ` +
    "Follow them; do not activate it again.",

  skillList: ({ entries, total, nextCursor, query }) =>
    JSON.stringify({
      ...(query === null ? {} : { query }),
      skills: entries,
      total,
      ...(nextCursor === null ? {} : { next_cursor: String(nextCursor) }),
    }),

  resource: renderResource,

  binaryResource: ({ name, path, mediaType, bytes }) =>
    JSON.stringify({ error: `Not text: ${path}`, skill: name, path, type: mediaType, bytes }),

  error: renderError,
  readError: readJsonError,
});

/** A body in place of a description: its first paragraph that is no heading. */
const firstWords = (body: string): string =>
  body.split(/\n\s*\n/).find((part) => !part.startsWith("#")) ?? "";

type ToolShape = Omit<ToolDefinition, "inputSchema"> & {
  inputSchema: (name: Record<string, unknown>) => Record<string, unknown>;
};

const searchTool: ToolShape = {
  name: toolNames.search,
  description: "Finds the skills that fit a task, best first.",
  inputSchema: () =>
    objectSchema(
      {
        query: { type: "string", description: "The task in a few words." },
        limit: { type: "integer", minimum: 1, maximum: 50, description: "How many; 5 when absent." },
      },
      ["query"],
    ),
};
const listTool: ToolShape = {
  name: toolNames.list,
  description: "Lists the available skills, or those that fit a query, with their descriptions.",
  inputSchema: () =>
    objectSchema({
      query: { type: "string", description: "Words to look for." },
      cursor: { type: "string", pattern: "^\\d{1,6}$", description: "next_cursor of the page before." },
    }),
};
const activateTool: ToolShape = {
  name: toolNames.activate,
  description: "Loads a skill's instructions. Call it before doing what the skill describes.",
  inputSchema: (name) =>
    objectSchema(
      {
        name,
        arguments: { type: "string", description: "What the skill should work on, if it takes that." },
      },
      ["name"],
    ),
};
const readTool: ToolShape = {
  name: toolNames.read,
  description: "Reads one file of a skill, as listed in its skill_resources. Long files come in pages.",
  inputSchema: (name) =>
    objectSchema(
      {
        name,
        path: { type: "string", description: "Relative to the skill's base_path." },
        offset: { type: "integer", minimum: 0, description: "next_offset of the page before, in bytes." },
      },
      ["name", "path"],
    ),
};

function toolsOf(presentation: Presentation): ToolShape[] {
  if (presentation === "eager") return [readTool];
  const tools = [listTool, activateTool, readTool];
  return presentation === "search" ? [searchTool, ...tools] : tools;
}

function renderResource({ name, path, text, offset, totalBytes, nextOffset }: ResourcePage): Neutralised {
  const whole = offset === 0 && nextOffset === null;
  const range = whole
    ? ""
    : ` offset="${offset}" total_bytes="${totalBytes}"${nextOffset === null ? "" : ` next_offset="${nextOffset}"`}`;
  const head = `<skill_resource skill="${escapeXmlAttribute(name)}" path="${escapeXmlAttribute(path)}"${range}>`;
  const { text: safe, flags } = neutralise(text, ownMarks);
  return { text: `${head}\n${safe}\n</skill_resource>`, flags };
}

/** `{"error": "Unknown skill: x", "available": [...], "did_you_mean": "y"}` */
function renderError({ message, available, didYouMean }: SkillError): string {
  return JSON.stringify({
    error: message,
    ...(available ? { available } : {}),
    ...(didYouMean ? { did_you_mean: didYouMean } : {}),
  });
}
