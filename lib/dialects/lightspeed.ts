import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import type {
  ActivationInput,
  CatalogueEntry,
  Dialect,
  LoadedSkill,
  SkillError,
} from "@/lib/runtime/dialect";
import { escapeXmlAttribute, escapeXmlText, unescapeXml } from "@/lib/runtime/escape-xml";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { type Neutralised, neutralise } from "./internal/neutralise";
import { neutraliseFile } from "./internal/neutralise-file";
import { readInput, unknownTool } from "./internal/read-input";
import { readPlainError, withoutArguments } from "./internal/read-loaded";
import { anyNameSchema, objectSchema, plainSkillTool } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";

const introduction =
  "You have access to skills: knowledge and instructions for particular domains, some with resources and scripts.";
const rules = [
  "When a task falls within a skill's domain:",
  "1. Read its complete instructions with `load_skill`",
  "2. Follow them to complete the task",
  "3. Read the resources they name with `read_skill_resource`",
  "4. Run the scripts they name with `run_skill_script`",
  "",
  "Use progressive disclosure: load only what you need, when you need it.",
];

const name = z.string().min(1).max(200);
/** The host takes an object, or the JSON text of one. */
const scriptArguments = z
  .union([z.record(z.string(), z.unknown()), z.string().max(60_000).transform(parseObject)])
  .nullish();
const loadInput = z.object({ skill_name: name });
const resourceInput = z.object({
  skill_name: name,
  resource_name: z.string().min(1).max(1_000),
  args: scriptArguments,
});
const scriptInput = z.object({
  skill_name: name,
  script_name: z.string().min(1).max(1_000),
  args: scriptArguments,
});

/**
 * Lightspeed Core as merged: the toolset of pydantic-ai-skills. Tags, tool names, results and error texts are the
 * host's; the sentences around them are ours in the same order. The host escapes neither names nor descriptions nor
 * the instructions' end tag; here they cannot end their wrapper. Its catalogue is sorted by name; ours by priority.
 */
export const lightspeedDialect: Dialect = defineDialect({
  ...dialectHeads.lightspeed,
  ...noBudget,
  ...withoutSearch,
  ...withoutEager,
  source:
    "https://github.com/DougTrajano/pydantic-ai-skills/blob/b12239abc257f396d627e68b7bf51e2a1623d2fc/pydantic_ai_skills/toolset.py",
  placement: "system-prompt",

  catalogueEntry: ({ name, description }) =>
    [
      "<skill>",
      `<name>${escapeXmlText(name)}</name>`,
      `<description>${escapeXmlText(description)}</description>`,
      `<uri>skill://${escapeXmlText(name)}</uri>`,
      "</skill>",
    ].join("\n"),

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [introduction, "", "<available_skills>", ...entries, "</available_skills>", "", ...rules].join("\n"),

  tools: toolsOf,
  skillTool: plainSkillTool,

  readCall(toolName, input) {
    switch (toolName) {
      case "list_skills":
        return ok({ kind: "list", query: null, cursor: 0 });
      case "load_skill":
        return readInput(toolName, loadInput, input, (value) => ({
          kind: "activate",
          name: value.skill_name,
          arguments: "",
        }));
      case "read_skill_resource":
        return readInput(toolName, resourceInput, input, (value) => ({
          kind: "read",
          name: value.skill_name,
          path: value.resource_name,
          offset: 0,
        }));
      case "run_skill_script":
        return readInput(toolName, scriptInput, input, (value) => ({
          kind: "host-tool",
          toolName,
          name: value.skill_name,
          path: value.script_name,
          input: value,
        }));
      default:
        return unknownTool(toolName);
    }
  },

  activation: renderSkill,
  readActivation: readSkill,

  skillList: ({ entries }) =>
    JSON.stringify(Object.fromEntries(entries.map((entry) => [entry.name, entry.description]))),

  resource: (page) => neutraliseFile(page, ownMarks),

  binaryResource: ({ name, path, mediaType, bytes }) =>
    `Resource '${path}' of skill '${name}' is not text: ${mediaType}, ${bytes} bytes.`,

  error: sayError,
  readError: readPlainError,
});

function parseObject(text: string, context: z.RefinementCtx): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: "custom", message: "is not an object, nor the JSON text of one" });
    return z.NEVER;
  }
}

function toolsOf(entries: readonly CatalogueEntry[]): ToolDefinition[] {
  if (entries.length === 0) return [];
  const skillName = anyNameSchema;
  const args = { type: "object", description: "What it takes, when it takes anything." };
  return [
    {
      name: "list_skills",
      description: "Lists all available skills and what they do.",
      inputSchema: objectSchema({}),
    },
    {
      name: "load_skill",
      description: "Loads a skill's complete instructions with the names of its resources and scripts.",
      inputSchema: objectSchema({ skill_name: skillName }, ["skill_name"]),
    },
    {
      name: "read_skill_resource",
      description: "Reads a resource of a skill, by the exact name that load_skill gave.",
      inputSchema: objectSchema(
        {
          skill_name: skillName,
          resource_name: { type: "string", description: "The resource's exact name." },
          args,
        },
        ["skill_name", "resource_name"],
      ),
    },
    {
      name: "run_skill_script",
      description: "Runs a script of a skill, by the exact name that load_skill gave.",
      inputSchema: objectSchema(
        {
          skill_name: skillName,
          script_name: { type: "string", description: "The script's exact name." },
          args,
        },
        ["skill_name", "script_name"],
      ),
    },
  ];
}

/** A body or a file can neither end a skill nor pass for another one. */
const ownMarks: FrameMarks = { tags: ["skill", "instructions", "available_skills"] };

const isScript = (path: string): boolean => path.startsWith("scripts/");

function renderSkill({ name, description, body, resources, unlisted }: ActivationInput): Neutralised {
  const { text, flags } = neutralise(body, ownMarks);
  const listed = (kind: string, paths: readonly string[]) =>
    paths.length === 0
      ? [`<!-- No ${kind}s -->`]
      : paths.map((path) => `<${kind} name="${escapeXmlAttribute(path)}" />`);
  const lines = [
    "<skill>",
    `<name>${escapeXmlText(name)}</name>`,
    `<description>${escapeXmlText(description)}</description>`,
    `<uri>skill://${escapeXmlText(name)}</uri>`,
    "",
    "<resources>",
    ...listed(
      "resource",
      resources.filter((path) => !isScript(path)),
    ),
    ...(unlisted > 0 ? [`<!-- ${unlisted} more files are not listed. -->`] : []),
    "</resources>",
    "",
    "<scripts>",
    ...listed("script", resources.filter(isScript)),
    "</scripts>",
    "",
    "<instructions>",
    text,
    "</instructions>",
    "</skill>",
    "",
  ];
  return { text: lines.join("\n"), flags };
}

function readSkill(text: string): LoadedSkill | null {
  const match =
    /^<skill>\n<name>([^<]*)<\/name>\n([\s\S]*?)<instructions>\n([\s\S]*)\n<\/instructions>\n<\/skill>\n?$/.exec(
      text,
    );
  if (!match) return null;
  const [, skillName = "", head = "", body = ""] = match;
  const resources = [...head.matchAll(/<(?:resource|script) name="([^"]*)"/g)].map(([, path = ""]) =>
    unescapeXml(path),
  );
  return { name: unescapeXml(skillName), body: withoutArguments(body), resources };
}

/** What the host raises as ModelRetry: plain text that says what to try instead. */
function sayError({ rule, message, skillName, path, available }: SkillError): string {
  switch (rule) {
    case "unknown-skill":
    case "not-assigned":
    case "disabled":
      return (
        `Skill '${skillName}' not found. Available skills: ${available?.join(", ") || "none"}. ` +
        "Call list_skills to see options and try again with an exact name."
      );
    case "unknown-resource":
    case "outside-package":
    case "secret-file":
      return (
        `Resource '${path}' not found in skill '${skillName}'. ` +
        `Available resources: [${(available ?? []).map((file) => `'${file}'`).join(", ")}]. ` +
        "Use the exact name from load_skill output."
      );
    default:
      return message;
  }
}
