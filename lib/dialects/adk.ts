import { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import type {
  ActivationInput,
  CatalogueEntry,
  Dialect,
  SkillError,
  SkillRequest,
} from "@/lib/runtime/dialect";
import { escapeXmlAttribute } from "@/lib/runtime/escape-xml";
import type { RefusalRule, ToolDefinition } from "@/lib/runtime/events";
import type { Frontmatter, FrontmatterValue } from "@/lib/skills/parse-skill";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { neutralise } from "./internal/neutralise";
import { unknownTool } from "./internal/read-input";
import { linkedFiles, readJsonError, readJsonFields } from "./internal/read-loaded";
import { sayPart } from "./internal/shown-part";
import { anyNameSchema, objectSchema, plainSkillTool } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";

const introduction = [
  "You can use skills: folders of instructions and resources for particular kinds of work. Use the skill tools for them. A skill has:",
  "- **SKILL.md**: its instructions, with its name and description",
  "- **references/** (optional): further documentation",
  "- **assets/** (optional): templates and other material",
  "- **scripts/** (optional): scripts that can be run",
  "",
  "These rules hold:",
  "1. When a skill may fit the request, you MUST load it with `load_skill` and its `skill_name` before you go on.",
  "2. You MUST follow the loaded instructions exactly, every step of them in order, before you answer.",
  "3. You MUST read a skill's files with `load_skill_resource` and with no other tool.",
  "4. You MUST run a skill's scripts with `run_skill_script`; read one first when you need to know what it does.",
].join("\n");

const name = z.string().min(1).max(200);
const path = z.string().min(1).max(1_000);
const loadInput = z.object({ skill_name: name });
const resourceInput = z.object({ skill_name: name, file_path: path });
const scriptInput = z.object({
  skill_name: name,
  file_path: path,
  args: z.union([z.record(z.string(), z.unknown()), z.array(z.string())]).nullish(),
  short_options: z.record(z.string(), z.unknown()).nullish(),
  positional_args: z.array(z.string()).nullish(),
});

const folders = /^(?:references|assets|scripts)\//;
const runnable = /\.(?:py|sh|bash)$/i;

/** One name and one description, each tag and each value on a line of its own. */
const entryOf = ({ name, description }: CatalogueEntry): string =>
  // The host's html.escape covers quotes too.
  [
    "<skill>",
    "<name>",
    escapeXmlAttribute(name),
    "</name>",
    "<description>",
    escapeXmlAttribute(description),
    "</description>",
    "</skill>",
  ].join("\n");

/**
 * Google's Agent Development Kit for Python: rules and XML in the system prompt, JSON answers, errors with a code.
 * Tags, tools, keys, codes and their messages are the host's; the rules' wording is ours. JSON cannot be broken out
 * of. The host hands the bytes of a binary file to the model with its next request; here only its type is told.
 */
export const adkDialect: Dialect = defineDialect({
  ...dialectHeads.adk,
  ...noBudget,
  ...withoutSearch,
  ...withoutEager,
  source: "https://github.com/google/adk-python/blob/main/src/google/adk/tools/skill_toolset.py",
  placement: "system-prompt",

  catalogueEntry: entryOf,

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [introduction, "", "<available_skills>", ...entries, "</available_skills>"].join("\n"),

  tools: toolsOf,
  skillTool: plainSkillTool,

  readCall(toolName, input) {
    switch (toolName) {
      case "list_skills":
        return ok({ kind: "list", query: null, cursor: 0 });
      case "load_skill": {
        const parsed = loadInput.safeParse(input);
        if (!parsed.success) return invalid(parsed.error);
        return ok({ kind: "activate", name: parsed.data.skill_name, arguments: "" });
      }
      case "load_skill_resource": {
        const parsed = resourceInput.safeParse(input);
        return parsed.success ? readResourceCall(parsed.data) : invalid(parsed.error);
      }
      case "run_skill_script": {
        const parsed = scriptInput.safeParse(input);
        return parsed.success ? readScriptCall(parsed.data) : invalid(parsed.error);
      }
      default:
        return unknownTool(toolName);
    }
  },

  activation: ({ name, description, body, frontmatter }: ActivationInput) => ({
    text: JSON.stringify({
      skill_name: name,
      instructions: body,
      frontmatter: frontmatterOf(name, description, frontmatter),
    }),
    flags: neutralise(body, {}).flags,
  }),

  readActivation(text) {
    const { skill_name: name, instructions: body } = readJsonFields(text);
    if (typeof name !== "string" || typeof body !== "string") return null;
    return { name, body, resources: linkedFiles(body) };
  },

  skillList: ({ entries }) =>
    ["<available_skills>", ...entries.map(entryOf), "</available_skills>"].join("\n"),

  resource: (page) => ({
    text: JSON.stringify({
      skill_name: page.name,
      file_path: page.path,
      content: page.text,
      ...(sayPart(page) === "" ? {} : { status: sayPart(page) }),
    }),
    flags: [],
  }),

  binaryResource: ({ name, path: filePath, mediaType, bytes }) =>
    JSON.stringify({
      skill_name: name,
      file_path: filePath,
      status: `Binary file detected. ${mediaType}, ${bytes} bytes.`,
    }),

  error: sayError,
  readError: readJsonError,
});

const invalid = (error: z.ZodError): Result<SkillRequest, SkillError> =>
  err({
    rule: "invalid-arguments",
    message: error.issues.map(({ path: at, message }) => `${at.join(".") || "input"}: ${message}`).join("; "),
    skillName: null,
    path: null,
  });

function readResourceCall({
  skill_name,
  file_path,
}: z.infer<typeof resourceInput>): Result<SkillRequest, SkillError> {
  if (folders.test(file_path)) return ok({ kind: "read", name: skill_name, path: file_path, offset: 0 });
  return err({
    rule: "outside-package",
    message: "Path must start with 'references/', 'assets/', or 'scripts/'.",
    skillName: skill_name,
    path: file_path,
  });
}

function readScriptCall(input: z.infer<typeof scriptInput>): Result<SkillRequest, SkillError> {
  const { skill_name, file_path } = input;
  if (runnable.test(file_path))
    return ok({ kind: "host-tool", toolName: "run_skill_script", name: skill_name, path: file_path, input });
  const extension = /\.[^./]*$/.exec(file_path)?.[0] ?? "";
  return err({
    rule: "invalid-arguments",
    message: `Unsupported script type '${extension}'. Supported types: .py, .sh, .bash`,
    skillName: skill_name,
    path: file_path,
    hostCode: "UNSUPPORTED_SCRIPT_TYPE",
  });
}

function toolsOf(entries: readonly CatalogueEntry[]): ToolDefinition[] {
  if (entries.length === 0) return [];
  const skill_name = anyNameSchema;
  const file_path = {
    type: "string",
    description: "Relative to the skill, below references/, assets/ or scripts/.",
  };
  return [
    {
      name: "list_skills",
      description: "Lists all available skills with their names and descriptions.",
      inputSchema: objectSchema({}),
    },
    {
      name: "load_skill",
      description: "Loads the SKILL.md instructions of a skill.",
      inputSchema: objectSchema({ skill_name }, ["skill_name"]),
    },
    {
      name: "load_skill_resource",
      description: "Loads a file of a skill, from references/, assets/ or scripts/.",
      inputSchema: objectSchema({ skill_name, file_path }, ["skill_name", "file_path"]),
    },
    {
      name: "run_skill_script",
      description: "Runs a script from a skill's scripts/ folder.",
      inputSchema: objectSchema(
        {
          skill_name,
          file_path,
          args: {
            anyOf: [{ type: "object" }, { type: "array", items: { type: "string" } }],
            description: "Long options by name, or the whole command line.",
          },
          short_options: { type: "object", description: "Short options by letter." },
          positional_args: { type: "array", items: { type: "string" } },
        },
        ["skill_name", "file_path"],
      ),
    },
  ];
}

/** The host's model of a frontmatter: known fields only, absent ones null. */
function frontmatterOf(name: string, description: string, frontmatter: Frontmatter): Record<string, unknown> {
  const plain = (key: string): unknown => toJson(frontmatter.get(key) ?? null);
  return {
    name,
    description,
    license: plain("license"),
    compatibility: plain("compatibility"),
    allowed_tools: plain("allowed-tools") ?? plain("allowed_tools"),
    metadata: plain("metadata") ?? {},
  };
}

function toJson(value: FrontmatterValue | null): unknown {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, toJson(inner)]));
  return Array.from(value as readonly FrontmatterValue[], toJson);
}

const codes: Partial<Record<RefusalRule, string>> = {
  "unknown-skill": "SKILL_NOT_FOUND",
  "not-assigned": "SKILL_NOT_FOUND",
  disabled: "SKILL_NOT_FOUND",
  "unknown-resource": "RESOURCE_NOT_FOUND",
  "secret-file": "RESOURCE_NOT_FOUND",
  "outside-package": "INVALID_RESOURCE_PATH",
  "invalid-arguments": "INVALID_ARGUMENTS",
};

/** `{"error", "error_code"}`; what the host has no code for gets our rule's name in its spelling. */
function sayError({ rule, message, skillName, path: filePath, hostCode }: SkillError): string {
  const code = hostCode ?? codes[rule] ?? rule.replaceAll("-", "_").toUpperCase();
  const error =
    code === "SKILL_NOT_FOUND"
      ? `Skill '${skillName}' not found.`
      : code === "RESOURCE_NOT_FOUND"
        ? `Resource '${filePath}' not found in skill '${skillName}'.`
        : message;
  return JSON.stringify({ error, error_code: code });
}
