import { z } from "zod";
import { err, ok } from "@/lib/kernel/result";
import type { Dialect, ResourcePage, SkillError } from "@/lib/runtime/dialect";
import { escapeXmlAttribute, escapeXmlText } from "@/lib/runtime/escape-xml";
import type { ToolDefinition } from "@/lib/runtime/events";
import { renderSkillContent } from "./internal/render-skill-content";

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

/** More names than this make the schema heavier than the catalogue; the name is then any string. */
const mostEnumeratedNames = 500;

const nameSchema = z.string().min(1).max(200);
const inputSchemas = {
  [toolNames.list]: z.object({
    query: z.string().max(1_000).optional(),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, "is not a cursor of ours")
      .optional(),
  }),
  [toolNames.search]: z.object({
    query: z.string().min(1).max(1_000),
    limit: z.number().int().min(1).max(50).default(5),
  }),
  [toolNames.activate]: z.object({ name: nameSchema, arguments: z.string().max(20_000).optional() }),
  [toolNames.read]: z.object({
    name: nameSchema,
    path: z.string().min(1).max(1_000),
    offset: z.number().int().min(0).default(0),
  }),
} as const;

/** Greenroom's own presentation: docs of the Agent Skills client guide, with paging, errors and receipts added. */
export const standardDialect: Dialect = {
  id: "standard",
  title: "Standard",
  source: "https://agentskills.io/client-implementation/adding-skills-support",

  catalogueEntry: ({ name, description }) =>
    `  <skill>\n    <name>${escapeXmlText(name)}</name>\n    <description>${escapeXmlText(description)}</description>\n  </skill>`,

  catalogue: (entries, omitted) =>
    [
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

  tools: standardTools,

  readCall(toolName, input) {
    if (!isToolName(toolName))
      return err({ rule: "unknown-tool", message: `Unknown tool: ${toolName.slice(0, 100)}` });
    const invalid = (error: z.ZodError) => {
      const problems = error.issues.map(({ path, message }) => `${path.join(".") || "input"}: ${message}`);
      return err({
        rule: "invalid-arguments" as const,
        message: `Invalid arguments for ${toolName}: ${problems.join("; ")}`,
      });
    };
    switch (toolName) {
      case toolNames.activate: {
        const parsed = inputSchemas[toolName].safeParse(input);
        if (!parsed.success) return invalid(parsed.error);
        return ok({ kind: "activate", name: parsed.data.name, arguments: parsed.data.arguments ?? "" });
      }
      case toolNames.read: {
        const parsed = inputSchemas[toolName].safeParse(input);
        return parsed.success ? ok({ kind: "read", ...parsed.data }) : invalid(parsed.error);
      }
      case toolNames.list: {
        const parsed = inputSchemas[toolName].safeParse(input ?? {});
        if (!parsed.success) return invalid(parsed.error);
        const query = parsed.data.query?.trim() ?? "";
        return ok({
          kind: "list",
          query: query === "" ? null : query,
          cursor: Number(parsed.data.cursor ?? 0),
        });
      }
      case toolNames.search: {
        const parsed = inputSchemas[toolName].safeParse(input);
        return parsed.success ? ok({ kind: "search", ...parsed.data }) : invalid(parsed.error);
      }
    }
  },

  activation: renderSkillContent,

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
};

const isToolName = (name: string): name is keyof typeof inputSchemas => Object.hasOwn(inputSchemas, name);

function standardTools(names: readonly string[], { search }: { search: boolean }): ToolDefinition[] {
  if (names.length === 0) return [];
  const name =
    names.length <= mostEnumeratedNames
      ? { type: "string", enum: [...names], description: "The skill's name." }
      : { type: "string", description: "The skill's name, as the list has it." };
  const tools: ToolDefinition[] = [
    {
      name: toolNames.list,
      description: "Lists the available skills, or those that fit a query, with their descriptions.",
      inputSchema: objectSchema({
        query: { type: "string", description: "Words to look for." },
        cursor: { type: "string", description: "next_cursor of the page before." },
      }),
    },
    {
      name: toolNames.activate,
      description: "Loads a skill's instructions. Call it before doing what the skill describes.",
      inputSchema: objectSchema(
        {
          name,
          arguments: { type: "string", description: "What the skill should work on, if it takes that." },
        },
        ["name"],
      ),
    },
    {
      name: toolNames.read,
      description: "Reads one file of a skill, as listed in its skill_resources. Long files come in pages.",
      inputSchema: objectSchema(
        {
          name,
          path: { type: "string", description: "Relative to the skill's base_path." },
          offset: { type: "integer", minimum: 0, description: "next_offset of the page before, in bytes." },
        },
        ["name", "path"],
      ),
    },
  ];
  if (!search) return tools;
  const searchTool: ToolDefinition = {
    name: toolNames.search,
    description: "Finds the skills that fit a task, best first.",
    inputSchema: objectSchema(
      {
        query: { type: "string", description: "The task in a few words." },
        limit: { type: "integer", minimum: 1, maximum: 50, description: "How many; 5 when absent." },
      },
      ["query"],
    ),
  };
  return [searchTool, ...tools];
}

const objectSchema = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

function renderResource({ name, path, text, offset, totalBytes, nextOffset }: ResourcePage): string {
  const whole = offset === 0 && nextOffset === null;
  const range = whole
    ? ""
    : ` offset="${offset}" total_bytes="${totalBytes}"${nextOffset === null ? "" : ` next_offset="${nextOffset}"`}`;
  const head = `<skill_resource skill="${escapeXmlAttribute(name)}" path="${escapeXmlAttribute(path)}"${range}>`;
  return `${head}\n${text.replace(/<\/(?=\s*skill_resource)/gi, "&lt;/")}\n</skill_resource>`;
}

/** `{"error": "Unknown skill: x", "available": [...], "did_you_mean": "y"}` */
function renderError({ message, available, didYouMean }: SkillError): string {
  return JSON.stringify({
    error: message,
    ...(available ? { available } : {}),
    ...(didYouMean ? { did_you_mean: didYouMean } : {}),
  });
}
