import { z } from "zod";
import { err, ok } from "@/lib/kernel/result";
import type { ActivationInput, Dialect, LoadedSkill, SkillError } from "@/lib/runtime/dialect";
import { escapeXmlText, unescapeXml } from "@/lib/runtime/escape-xml";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import type { Frontmatter } from "@/lib/skills/parse-skill";
import { substituteArguments } from "@/lib/skills/substitute-arguments";
import { dialectHeads } from "./dialect-heads";
import { charactersPerToken } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { type Neutralised, neutralise, oneLine } from "./internal/neutralise";
import { neutraliseFile } from "./internal/neutralise-file";
import { readInput, unknownTool } from "./internal/read-input";
import { linkedFiles, withoutArguments, withoutStop } from "./internal/read-loaded";
import { readSkillPath } from "./internal/skill-path";
import { objectSchema, plainSkillTool, skillNameSchema } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";

const budgetShare = 0.01;
const inReminder: FrameMarks = { tags: ["system-reminder"] };
/** What the host writes around skills and their files. */
const ownMarks: FrameMarks = {
  tags: ["system-reminder", "tool_use_error"],
  lines: /^Base directory for this skill:/gim,
};

const skillInput = z.object({ skill: z.string().min(1).max(200), args: z.string().max(20_000).optional() });
const fileInput = z.object({
  file_path: z.string().min(1).max(1_000),
  offset: z.number().int().min(0).default(0),
});

/** Text inside the reminder, on one line; the host writes it as it is. */
const listed = (text: string): string => neutralise(oneLine(text), inReminder).text;

/**
 * Claude Code: a list in a reminder, the tool `Skill`, files through `Read`. Placeholders are replaced as documented:
 * `$ARGUMENTS`, `$0`, `$ARGUMENTS[0]`, `$name` of `arguments:`, and CLAUDE_SKILL_DIR in braces. The other variables
 * (session, project, effort) have no value here and stay as written, and `` !`command` `` is never run: it stays too, as
 * the host itself does for skills it did not install. The host appends `when_to_use` to a description and drops
 * descriptions of the least used skills first; here the lowest priority goes first. `Read` pages by bytes, not lines.
 */
export const claudeCodeDialect: Dialect = defineDialect({
  ...dialectHeads["claude-code"],
  ...withoutSearch,
  ...withoutEager,
  source: "https://code.claude.com/docs/en/skills",
  placement: "system-prompt",
  budgetCharacters: (windowTokens) => Math.floor(windowTokens * budgetShare * charactersPerToken),
  budgetRule:
    "1 % of the model's window; a description counts up to 1,536 characters. Over it, descriptions go whole.",
  overBudget: "drop-descriptions",
  mostDescriptionCharacters: 1_536,
  tellsWhenToUse: true,

  catalogueEntry: ({ name, description }) =>
    description === "" ? `- ${listed(name)}` : `- ${listed(name)}: ${listed(description)}`,

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [
          "<system-reminder>",
          "The following skills are available for use with the Skill tool:",
          "",
          ...entries,
          "</system-reminder>",
        ].join("\n"),

  tools: (entries) =>
    entries.length === 0
      ? []
      : [
          {
            name: "Skill",
            description:
              "Loads a skill into the conversation. Call it before doing what the skill describes.",
            inputSchema: objectSchema(
              {
                skill: skillNameSchema(entries),
                args: { type: "string", description: "Optional arguments for the skill." },
              },
              ["skill"],
            ),
          },
          {
            name: "Read",
            description: "Reads a file, for instance one below a skill's base directory.",
            inputSchema: objectSchema(
              {
                file_path: { type: "string", description: "The whole path, the base directory first." },
                offset: { type: "integer", minimum: 0, description: "Where to go on, in bytes." },
              },
              ["file_path"],
            ),
          },
        ],

  skillTool: plainSkillTool,

  readCall(toolName, input, names) {
    if (toolName === "Skill")
      return readInput(toolName, skillInput, input, ({ skill, args }) => ({
        kind: "activate",
        name: skill.replace(/^\//, ""),
        arguments: args ?? "",
      }));
    if (toolName !== "Read") return unknownTool(toolName);
    const parsed = fileInput.safeParse(input);
    const place = parsed.success ? readSkillPath(parsed.data.file_path, names) : null;
    if (parsed.success && place) return ok({ kind: "read", ...place, offset: parsed.data.offset });
    return err({
      rule: "invalid-arguments",
      message:
        "Read needs a file_path that begins with a skill's base directory, such as skill://<name>/<file>.",
      skillName: null,
      path: parsed.success ? parsed.data.file_path : null,
    });
  },

  activation: renderSkill,
  readActivation: readSkill,

  alreadyActive: ({ name, turn }) =>
    `Skill ${name} is already loaded (turn ${turn}) and has not changed. Follow its instructions above.`,

  skillList: ({ entries }) =>
    entries.map(({ name, description }) => `- ${listed(name)}: ${listed(description)}`).join("\n"),

  resource: (page) => neutraliseFile(page, ownMarks),

  binaryResource: ({ path, mediaType, bytes }) =>
    toolError(`This tool cannot read ${path}: ${mediaType}, ${bytes} bytes.`),

  error: sayError,
  readError: readToolError,
});

function renderSkill({ name, body, frontmatter, arguments: given }: ActivationInput): Neutralised {
  const directory = `skill://${oneLine(name)}`;
  const text = substituteArguments({
    body,
    arguments: given,
    rules: "positional",
    names: argumentNames(frontmatter),
    variables: new Map([["CLAUDE_SKILL_DIR", directory]]),
  });
  const { text: safe, flags } = neutralise(text, ownMarks);
  return { text: `Base directory for this skill: ${directory}\n\n${safe}`, flags };
}

function readSkill(text: string): LoadedSkill | null {
  const match = /^Base directory for this skill: skill:\/\/([^\n]+)\n\n([\s\S]*)$/.exec(text);
  if (!match) return null;
  const [, name = "", whole = ""] = match;
  const body = withoutArguments(whole);
  return { name, body, resources: linkedFiles(body) };
}

/** `arguments: [issue, branch]` or `arguments: issue branch`. */
function argumentNames(frontmatter: Frontmatter): string[] {
  const value = frontmatter.get("arguments");
  if (typeof value === "string") return value.split(/[\s,]+/).filter((name) => name !== "");
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

const toolError = (message: string): string => `<tool_use_error>${escapeXmlText(message)}</tool_use_error>`;

function readToolError(text: string): string | null {
  const tagged = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/.exec(text)?.[1];
  return tagged === undefined ? null : withoutStop(unescapeXml(tagged));
}

function sayError({ rule, message, skillName }: SkillError): string {
  const unknown = rule === "unknown-skill" || rule === "not-assigned" || rule === "disabled";
  if (unknown) return toolError(`Unknown skill: ${skillName}`);
  return toolError(rule === "unknown-resource" || rule === "secret-file" ? "File does not exist." : message);
}
