import { err, ok, type Result } from "@/lib/kernel/result";
import type { CatalogueEntry, SkillError, SkillRequest } from "@/lib/runtime/dialect";
import type { ToolDefinition } from "@/lib/runtime/events";
import { unknownTool } from "./read-input";
import { anyNameSchema, openObjectSchema } from "./tool-schema";

const runnable = /\.(?:py|sh|bash)$/i;

/**
 * The calls of both releases of ADK: it checks by hand, so what is given too much is passed over. `names` are the skills
 * that there are: a path is looked at once its skill is found.
 */
export function readAdkCall(
  toolName: string,
  given: unknown,
  names: readonly string[],
): Result<SkillRequest, SkillError> {
  const input: Record<string, unknown> = typeof given === "object" && given !== null ? { ...given } : {};
  switch (toolName) {
    case "list_skills":
      return ok({ kind: "list", query: null, cursor: null });
    case "load_skill": {
      const fields = requireFields(input, ["skill_name"]);
      if (!fields.ok) return fields;
      return ok({ kind: "activate", name: fields.value.skill_name ?? "", arguments: "" });
    }
    case "load_skill_resource": {
      const fields = requireFields(input, ["skill_name", "file_path"]);
      if (!fields.ok) return fields;
      return readResource(fields.value.skill_name ?? "", fields.value.file_path ?? "", names);
    }
    case "run_skill_script": {
      const fields = requireFields(input, ["skill_name", "file_path"]);
      if (!fields.ok) return fields;
      return readScript(input, fields.value.skill_name ?? "", fields.value.file_path ?? "");
    }
    default:
      return unknownTool(toolName);
  }
}

const invalid = (messages: readonly string[]) =>
  err({ rule: "invalid-arguments" as const, message: messages.join("\n"), skillName: null, path: null });

const mostCharacters = 1_000;

/** Every field that is missing is named; a value of another type is taken as its text. */
function requireFields(
  input: Record<string, unknown>,
  names: readonly string[],
): Result<Record<string, string>, SkillError> {
  const missing = names.filter((name) => !input[name]);
  if (missing.length > 0) return invalid(missing.map((name) => `Argument '${name}' is required.`));
  const texts = names.map((name) => [name, textOf(input[name]).slice(0, mostCharacters)] as const);
  return ok(Object.fromEntries(texts));
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? typeof value);

function readResource(
  skillName: string,
  path: string,
  names: readonly string[],
): Result<SkillRequest, SkillError> {
  if (/^(?:references|assets|scripts)\//.test(path) || !names.includes(skillName))
    return ok({ kind: "read", name: skillName, path, offset: 0 });
  return err({
    rule: "invalid-arguments",
    message: "Path must start with 'references/', 'assets/', or 'scripts/'.",
    skillName,
    path,
    hostCode: "INVALID_RESOURCE_PATH",
  });
}

const isMapping = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isFilled = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** As Python calls the type. */
function typeName(value: unknown): string {
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return Array.isArray(value) ? "list" : "dict";
}

function readScript(
  input: Record<string, unknown>,
  name: string,
  path: string,
): Result<SkillRequest, SkillError> {
  const { args, short_options: short, positional_args: positional } = input;
  const wrong: string[] = [];
  if (!isAbsent(args) && !isMapping(args) && !Array.isArray(args))
    wrong.push(`'args' must be a JSON object (dict) or a list of strings, got ${typeName(args)}.`);
  if (!isAbsent(short) && !isMapping(short))
    wrong.push(`'short_options' must be a JSON object (dict), got ${typeName(short)}.`);
  if (!isAbsent(positional) && !Array.isArray(positional))
    wrong.push(`'positional_args' must be a list of strings, got ${typeName(positional)}.`);
  if (Array.isArray(args) && (isFilled(short) || isFilled(positional)))
    wrong.push("Cannot specify 'short_options' or 'positional_args' when 'args' is a list.");
  if (wrong.length > 0) return invalid(wrong);
  const file = path.startsWith("scripts/") ? path : `scripts/${path}`;
  const call = { kind: "host-tool" as const, toolName: "run_skill_script", name, path, file, input };
  return ok(runnable.test(path) ? call : { ...call, refusal: unsupported(name, path) });
}

function unsupported(skillName: string, path: string): SkillError {
  const extension = path.includes(".") ? `'.${path.slice(path.lastIndexOf(".") + 1)}'` : "(no extension)";
  return {
    rule: "invalid-arguments",
    message: `Unsupported script type ${extension}. Supported types: .py, .sh, .bash`,
    skillName,
    path,
    hostCode: "UNSUPPORTED_SCRIPT_TYPE",
  };
}

/** The same four tools in both releases, their descriptions in our words. */
export function adkTools(entries: readonly CatalogueEntry[]): ToolDefinition[] {
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
      inputSchema: openObjectSchema({}),
    },
    {
      name: "load_skill",
      description: "Loads the SKILL.md instructions of a skill.",
      inputSchema: openObjectSchema({ skill_name }, ["skill_name"]),
    },
    {
      name: "load_skill_resource",
      description: "Loads a file of a skill, from references/, assets/ or scripts/.",
      inputSchema: openObjectSchema({ skill_name, file_path }, ["skill_name", "file_path"]),
    },
    {
      name: "run_skill_script",
      description: "Runs a script from a skill's scripts/ folder.",
      inputSchema: openObjectSchema(
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
