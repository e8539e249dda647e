import { ok, type Result } from "@/lib/kernel/result";
import type {
  ActivationInput,
  CatalogueEntry,
  Dialect,
  LoadedSkill,
  ResourcePage,
  SkillError,
  SkillRequest,
} from "@/lib/runtime/dialect";
import { escapeXmlAttribute, unescapeXml } from "@/lib/runtime/escape-xml";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { type Neutralised, neutralise, oneLine } from "./internal/neutralise";
import { neutraliseFile } from "./internal/neutralise-file";
import { checkFields, type PydanticField } from "./internal/pydantic-errors";
import { unknownTool } from "./internal/read-input";
import { withoutArguments, withoutStop } from "./internal/read-loaded";
import { anyNameSchema, objectSchema } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";

const toolNames = "'list_skills', 'load_skill', 'read_skill_resource', 'run_skill_script'";
/** The agent adds it to every error. */
const advice = "\n\nFix the errors and try again.";
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

const text = (name: string): PydanticField => ({ name, kind: "text", isRequired: true });
const args: PydanticField = { name: "args", kind: "object", isRequired: false };
const skillName = text("skill_name");

/**
 * Lightspeed Core as merged: the toolset of pydantic-ai-skills in an agent of pydantic-ai. Tags, tool names, results
 * and error texts are the host's; the sentences around them are ours in the same order. The host escapes nothing; here
 * a text cannot end its wrapper. A tool that fails twice in a row ends the run.
 */
export const lightspeedDialect: Dialect = defineDialect({
  ...dialectHeads.lightspeed,
  endsLinesAlike: true,
  ...noBudget,
  ...withoutSearch,
  ...withoutEager,
  source:
    "https://github.com/DougTrajano/pydantic-ai-skills/blob/b12239abc257f396d627e68b7bf51e2a1623d2fc/pydantic_ai_skills/toolset.py",
  placement: "system-prompt",

  catalogueEntry: ({ name, description }) =>
    [
      "<skill>",
      `<name>${inline(name)}</name>`,
      `<description>${plain(description)}</description>`,
      `<uri>skill://${inline(name)}</uri>`,
      "</skill>",
    ].join("\n"),

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [introduction, "", "<available_skills>", ...entries, "</available_skills>", "", ...rules].join("\n"),

  order: "name",
  readsWhole: true,
  withoutBinary: true,
  reads: (path) => !isScript(path),
  mostErrorsOfTool: 1,

  tools: toolsOf,
  readCall: readLightspeedCall,

  activation: renderSkill,
  readActivation: readSkill,

  skillList: ({ entries }) =>
    JSON.stringify(Object.fromEntries(entries.map((entry) => [entry.name, entry.description]))),

  resource: (page) => neutraliseFile({ ...page, text: reserialised(page) }, ownMarks),

  binaryResource: ({ name, path, mediaType, bytes }) =>
    `Resource '${path}' of skill '${name}' is not text: ${mediaType}, ${bytes} bytes.`,

  error: sayError,
  readError: (text) => (text.endsWith(advice) ? withoutStop(text.slice(0, -advice.length)) : null),
});

function readLightspeedCall(toolName: string, input: unknown): Result<SkillRequest, SkillError> {
  const nameIn = (read: Record<string, unknown>, key = "skill_name") => String(read[key]);
  switch (toolName) {
    case "list_skills": {
      const read = checkFields(input, []);
      return read.ok ? ok({ kind: "list", query: null, cursor: null }) : read;
    }
    case "load_skill": {
      const read = checkFields(input, [skillName]);
      return read.ok ? ok({ kind: "activate", name: nameIn(read.value), arguments: "" }) : read;
    }
    case "read_skill_resource": {
      const read = checkFields(input, [skillName, text("resource_name"), args]);
      if (!read.ok) return read;
      const [name, path] = [nameIn(read.value), nameIn(read.value, "resource_name")];
      return ok({ kind: "read", name, path, offset: 0 });
    }
    case "run_skill_script": {
      const read = checkFields(input, [skillName, text("script_name"), args]);
      if (!read.ok) return read;
      const [name, path] = [nameIn(read.value), nameIn(read.value, "script_name")];
      return ok({ kind: "host-tool", toolName, name, path, file: path, input: read.value });
    }
    default:
      return unknownTool(toolName);
  }
}

/** JSON and YAML files come parsed, and written again as JSON without blanks; broken ones as they are. */
function reserialised({ path, text: written }: Pick<ResourcePage, "path" | "text">): string {
  if (!/\.json$/i.test(path)) return written;
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    return written;
  }
}

function toolsOf(entries: readonly CatalogueEntry[]): ToolDefinition[] {
  if (entries.length === 0) return [];
  const skillName = anyNameSchema;
  const args = {
    anyOf: [{ type: "object", additionalProperties: true }, { type: "null" }],
    default: null,
    description: "What it takes, when it takes anything.",
  };
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
const ownMarks: FrameMarks = {
  tags: ["skill", "name", "description", "uri", "resources", "scripts", "instructions", "available_skills"],
};

/** In the root and directly in scripts/, by the ending; the host also takes what may be executed, which is not kept here. */
const isScript = (path: string): boolean =>
  /^(?:scripts\/)?[^/]+\.(?:py|sh|bash|zsh|fish|ps1|bat|cmd)$/i.test(path) &&
  !/(?:^|\/)__init__\.py$/.test(path);

const plain = (text: string): string => neutralise(text, ownMarks).text;
const inline = (text: string): string => oneLine(plain(text));

function renderSkill({ name, description, body, resources, unlisted }: ActivationInput): Neutralised {
  const { text: safe, flags } = neutralise(body, ownMarks);
  const listed = (kind: string, paths: readonly string[]) =>
    paths.length === 0
      ? [`<!-- No ${kind}s -->`]
      : paths.map((path) => `<${kind} name="${escapeXmlAttribute(path)}" />`);
  const lines = [
    "<skill>",
    `<name>${inline(name)}</name>`,
    `<description>${plain(description)}</description>`,
    `<uri>skill://${inline(name)}</uri>`,
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
    safe,
    "</instructions>",
    "</skill>",
    "",
  ];
  return { text: lines.join("\n"), flags };
}

function readSkill(text: string): LoadedSkill | null {
  const match =
    /^<skill>\n<name>(.*)<\/name>\n([\s\S]*?)<instructions>\n([\s\S]*)\n<\/instructions>\n<\/skill>\n?$/.exec(
      text,
    );
  if (!match) return null;
  const [, skillName = "", head = "", body = ""] = match;
  const resources = [...head.matchAll(/<(?:resource|script) name="([^"]*)"/g)].map(([, path = ""]) =>
    unescapeXml(path),
  );
  return { name: unescapeXml(skillName), body: withoutArguments(body), resources };
}

/** What the host raises as ModelRetry: plain text that says what to try instead, and a line that the agent adds. */
function sayError(error: SkillError): string {
  return sayWhat(error) + advice;
}

function sayWhat({ rule, message, skillName, path, available, toolName }: SkillError): string {
  switch (rule) {
    case "unknown-skill":
    case "not-assigned":
    case "disabled":
      return (
        `Skill '${skillName}' not found. Available skills: ${available?.join(", ") || "none"}. ` +
        "Call list_skills first and try again with an exact name."
      );
    case "unknown-resource":
    case "outside-package":
    case "secret-file":
    case "too-deep": {
      const wantsScript = toolName === "run_skill_script";
      const [one, many] = wantsScript ? ["Script", "scripts"] : ["Resource", "resources"];
      const files = (available ?? []).filter((file) => isScript(file) === wantsScript);
      return (
        `${one} '${path}' not found in skill '${skillName}'. ` +
        `Available ${many}: [${files.map((file) => `'${file}'`).join(", ")}]. ` +
        "Use the exact name from load_skill output."
      );
    }
    case "unknown-tool":
      return `Unknown tool name: ${message.replace(/^Unknown tool: /, "")}. Available tools: ${toolNames}`;
    default:
      return message;
  }
}
