import type { ActivationInput, CatalogueEntry, Dialect, SkillError } from "@/lib/runtime/dialect";
import { escapeXmlText } from "@/lib/runtime/escape-xml";
import type { RefusalRule } from "@/lib/runtime/events";
import { readTypedFrontmatter, type TypedValue } from "@/lib/skills/typed-frontmatter";
import { adkTools, readAdkCall } from "./adk-calls";
import { noBudget } from "./budgets";
import { neutralise } from "./neutralise";
import { linkedFiles, readJsonError, readJsonFields } from "./read-loaded";
import { sayPart } from "./shown-part";
import { withoutEager, withoutSearch } from "./unpresented";

/** One name and one description, each tag and each value on a line of its own. */
export const adkEntry = ({ name, description }: CatalogueEntry): string =>
  [
    "<skill>",
    "<name>",
    escapeHtml(name),
    "</name>",
    "<description>",
    escapeHtml(description),
    "</description>",
    "</skill>",
  ].join("\n");

/** Python's html.escape: quotes of both kinds too. */
const escapeHtml = (text: string): string =>
  escapeXmlText(text).replaceAll('"', "&quot;").replaceAll("'", "&#x27;");

export const adkList = (entries: readonly string[]): string =>
  ["<available_skills>", ...entries, "</available_skills>"].join("\n");

/** What is the same in all releases of ADK for Python: JSON answers, errors with a code. */
export const adkTexts = {
  ...noBudget,
  ...withoutSearch,
  ...withoutEager,
  placement: "system-prompt",
  catalogueEntry: adkEntry,
  tools: adkTools,
  readCall: readAdkCall,

  activation: (input: ActivationInput) => ({
    text: JSON.stringify({
      skill_name: input.name,
      instructions: input.body,
      frontmatter: frontmatterOf(input),
    }),
    flags: neutralise(input.body, {}).flags,
  }),

  readActivation(text) {
    const { skill_name: name, instructions: body } = readJsonFields(text);
    if (typeof name !== "string" || typeof body !== "string") return null;
    return { name, body, resources: linkedFiles(body) };
  },

  skillList: ({ entries }) => adkList(entries.map(adkEntry)),

  resource: (page) => ({
    text: JSON.stringify({
      skill_name: page.name,
      file_path: page.path,
      content: page.text,
      ...(sayPart(page) === "" ? {} : { status: sayPart(page) }),
    }),
    flags: [],
  }),

  readsWhole: true,
  withoutBinary: true,
  binaryResource: ({ name, path, mediaType, bytes }) =>
    JSON.stringify({
      skill_name: name,
      file_path: path,
      status: `Binary file detected. ${mediaType}, ${bytes} bytes.`,
    }),

  readError: readJsonError,
} as const satisfies Partial<Dialect>;

/** The host's model of a frontmatter: known fields first, absent ones null, then whatever else there is. */
function frontmatterOf({ name, description, document = "" }: ActivationInput): Record<string, unknown> {
  const typed = readTypedFrontmatter(document);
  const field = (key: string): unknown => toJson(typed.get(key) ?? null);
  const known = new Set(["name", "description", "license", "compatibility", "metadata"]);
  const others = [...typed].filter(
    ([key]) => !known.has(key) && key !== "allowed-tools" && key !== "allowed_tools",
  );
  return {
    name,
    description,
    license: field("license"),
    compatibility: field("compatibility"),
    allowed_tools: field("allowed-tools") ?? field("allowed_tools"),
    metadata: field("metadata") ?? {},
    ...Object.fromEntries(others.map(([key, value]) => [key, toJson(value)])),
  };
}

function toJson(value: TypedValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, toJson(inner)]));
  if (Array.isArray(value)) return value.map(toJson);
  return value;
}

const codes: Partial<Record<RefusalRule, string>> = {
  "unknown-skill": "SKILL_NOT_FOUND",
  "not-assigned": "SKILL_NOT_FOUND",
  disabled: "SKILL_NOT_FOUND",
  "unknown-resource": "RESOURCE_NOT_FOUND",
  "outside-package": "RESOURCE_NOT_FOUND",
  "secret-file": "RESOURCE_NOT_FOUND",
  "too-deep": "RESOURCE_NOT_FOUND",
  "invalid-arguments": "INVALID_ARGUMENTS",
};

/** `{"error", "error_code"}`; what the host has no code for gets our rule's name in its spelling. */
export function sayAdkError(given: SkillError): string {
  const code = given.hostCode ?? codes[given.rule] ?? given.rule.replaceAll("-", "_").toUpperCase();
  if (code === "SKILL_NOT_FOUND") return say(`Skill '${given.skillName}' not found.`, code);
  if (code !== "RESOURCE_NOT_FOUND") return say(given.message, code);
  return say(missed(given), given.toolName === "run_skill_script" ? "SCRIPT_NOT_FOUND" : code);
}

/** The same since 2.0: from the second file on that a run asked for in vain, it tells the model to stop. */
export function sayAdk2Error(given: SkillError): string {
  const { missesBefore = 0 } = given;
  const code = given.hostCode ?? codes[given.rule];
  if (code !== "RESOURCE_NOT_FOUND" || missesBefore === 0) return sayAdkError(given);
  const isScript = given.toolName === "run_skill_script";
  const kind = isScript ? "script" : "resource";
  const sentence =
    `${missed(given)} That is failure #${missesBefore + 1} to find a ${kind} in this invocation. ` +
    "Try no other path: tell the user of the error and stop.";
  return say(sentence, isScript ? "SCRIPT_NOT_FOUND_FATAL" : "RESOURCE_NOT_FOUND_FATAL");
}

const missed = ({ toolName, path, skillName }: SkillError): string =>
  `${toolName === "run_skill_script" ? "Script" : "Resource"} '${path}' not found in skill '${skillName}'.`;

const say = (error: string, error_code: string): string => JSON.stringify({ error, error_code });
