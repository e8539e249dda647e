import { z } from "zod";
import { err } from "@/lib/kernel/result";
import type {
  ActivationInput,
  CataloguePlace,
  Dialect,
  LoadedSkill,
  SkillError,
} from "@/lib/runtime/dialect";
import { unescapeXml } from "@/lib/runtime/escape-xml";
import { charactersPerToken } from "@/lib/runtime/limits";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import type { Frontmatter } from "@/lib/skills/parse-skill";
import { substituteArguments } from "@/lib/skills/substitute-arguments";
import { dialectHeads } from "./dialect-heads";
import { bashTool, readBash, readFailedBash, renderBashOutput } from "./internal/bash-tool";
import { charactersReplacedBy, ownCharacters } from "./internal/claude-code-skills";
import { defineDialect } from "./internal/define-dialect";
import { findNearest } from "./internal/find-nearest";
import { columnsOf, listedLine } from "./internal/listed-line";
import { type Neutralised, neutralise, oneLine } from "./internal/neutralise";
import { readInput, unknownTool } from "./internal/read-input";
import { linkedFiles, withoutArguments, withoutStop } from "./internal/read-loaded";
import { readSkillPath } from "./internal/skill-path";
import { anyNameSchema, objectSchema, plainSkillTool } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";
import { readingLimits, renderNumberedLines } from "./numbered-lines";

const budgetShare = 0.01;
/** Models with more than this get the list from elsewhere, and fewer characters a token. */
const mostSmallWindow = 200_000;
const charactersPerTokenOfLarge = 3;
/** How many letters a name may be off for the host to propose it. */
const mostLettersOff = 2;
const inReminder: FrameMarks = { tags: ["system-reminder"] };
/** What the host writes around skills and their files. */
const ownMarks: FrameMarks = {
  tags: ["system-reminder", "tool_use_error", "persisted-output"],
  lines: /^Base directory for this skill:/gim,
};
const shellMarks: FrameMarks = {
  ...ownMarks,
  lines: /^(?:Base directory for this skill:|Ended with code \d)/gim,
};

const skillInput = z.object({ skill: z.string().min(1).max(200), args: z.string().max(20_000).optional() });
const fileInput = z.object({
  file_path: z.string().min(1).max(1_000),
  offset: z.number().int().min(0).optional(),
  limit: z.number().int().positive().optional(),
});

/** Text of the list, on one line, with its angle brackets escaped as the host escapes them. */
const listed = (text: string): string => escapeBrackets(neutralise(listedLine(text), inReminder).text);
const escapeBrackets = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Claude Code: a list among the messages, the tool `Skill`, whose text follows its result, files through `Read` and
 * through commands of `Bash` that only look (`readShell`).
 * Placeholders are replaced as documented: `$ARGUMENTS`, `$0`, `$ARGUMENTS[0]`, `$name` of `arguments:`, and
 * CLAUDE_SKILL_DIR in braces. Nothing is run. Held against the host by `npm run bench -- hosts`.
 */
export const claudeCodeDialect: Dialect = defineDialect({
  ...dialectHeads["claude-code"],
  ...withoutSearch,
  ...withoutEager,
  source: "https://code.claude.com/docs/en/skills",
  placement: "system-prompt",
  placeOf: (windowTokens) => (windowTokens > mostSmallWindow ? "after-first-message" : "first-message"),
  order: "name",
  budgetCharacters: (windowTokens) =>
    Math.max(1, Math.floor(windowTokens * budgetShare * charactersOf(windowTokens)) - ownCharacters),
  budgetRule:
    "1 % of the model's window without the 6,077 characters of the host's own skills, or fewer where a skill is called " +
    "like one of them and takes its place. In order of their names, " +
    "descriptions that still fit stay whole, of 1,536 characters at most; the others go. Names stay.",
  keepDescriptions,
  mostDescriptionCharacters: 1_536,
  listedLength: (description) => escapeBrackets(description).length,
  tellsWhenToUse: true,

  catalogueEntry: toLine,
  catalogue: renderList,

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
                skill: anyNameSchema,
                args: { type: "string", description: "What the skill should work on, if it takes that." },
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
                offset: { type: "integer", minimum: 0, description: "The first line to read." },
                limit: { type: "integer", exclusiveMinimum: 0, description: "How many lines." },
              },
              ["file_path"],
            ),
          },
          bashTool,
        ],

  skillTool: plainSkillTool,

  readCall(toolName, input, names) {
    if (toolName === "Skill")
      return readInput(toolName, skillInput, input, ({ skill, args }) => ({
        kind: "activate",
        name: skill.replace(/^\//, ""),
        arguments: args ?? "",
      }));
    if (toolName === bashTool.name) return readBash(input);
    if (toolName !== "Read") return unknownTool(toolName);
    const path = fileInput.safeParse(input).data?.file_path;
    const place = path === undefined ? null : readSkillPath(path, names);
    if (path !== undefined && place === null) return err(elsewhere(path));
    return readInput(toolName, fileInput, input, ({ offset, limit }) => ({
      kind: "read",
      name: place?.name ?? "",
      path: place?.path ?? "",
      offset: 0,
      ...(offset === undefined && limit === undefined ? {} : { lines: linesOf(offset, limit) }),
    }));
  },

  activation: renderSkill,
  readActivation: readSkill,
  launched: ({ name }) => `Loaded skill: ${name}`,
  launchedAgain: ({ name }) =>
    `(Once more /${oneLine(name)}: it stands above already, with other arguments or another text.)\n`,
  asksLeave: (frontmatter) => isFilled(frontmatter.get("allowed-tools")),

  alreadyActive({ name, arguments: given = "" }) {
    const said = given.trim() === "" ? "" : ` Arguments: ${neutralise(given, ownMarks).text}`;
    return `Skill /${oneLine(name)} stands above already; it has not changed.${said}`;
  },

  skillList: ({ entries }) => entries.map(toLine).join("\n"),

  shell: {
    render({ output, ...ended }) {
      const { text, flags } = neutralise(output, shellMarks);
      return { ...renderBashOutput({ output: text, ...ended }), flags };
    },
    loadsSkills: false,
    asksLeave: true,
  },
  readsSkillFile: true,
  readingLimits,
  resource: (page) => renderNumberedLines(page, ownMarks),

  binaryIsError: true,
  binaryResource: ({ path, mediaType, bytes }) =>
    `This tool cannot read ${path}: ${mediaType}, ${bytes} bytes.`,

  error: sayError,
  readError: readToolError,
});

const elsewhere = (path: string): SkillError => ({
  rule: "outside-package",
  message: `Reading ${path} needs the person's leave: only files below a skill's base directory are here.`,
  skillName: null,
  path,
});

const charactersOf = (windowTokens: number): number =>
  windowTokens > mostSmallWindow ? charactersPerTokenOfLarge : charactersPerToken;

const linesOf = (offset: number | undefined, limit: number | undefined) => ({
  first: Math.max(1, offset ?? 1),
  count: limit ?? null,
});

const isFilled = (value: unknown): boolean =>
  typeof value === "string" ? value.trim() !== "" : Array.isArray(value) && value.length > 0;

function toLine({ name, description }: { name: string; description: string }): string {
  return description === "" ? `- ${listed(name)}` : `- ${listed(name)}: ${listed(description)}`;
}

function renderList(entries: readonly string[], omitted: number, place?: CataloguePlace): string {
  if (entries.length + omitted === 0) return "";
  const list = ["Skills that the tool Skill loads:", "", ...entries].join("\n");
  return place === "after-first-message" ? list : `<system-reminder>\n${list}\n</system-reminder>`;
}

/** In order, each description that fits beside the names of all and what is kept already; counted as listed, in columns. */
function keepDescriptions(entries: readonly { name: string; description: string }[], budget: number) {
  const lengths = entries.map(({ name, description }) => {
    const bare = `- ${name}`.length;
    const shown = `: ${escapeBrackets(listedLine(description))}`;
    return { bare, whole: description === "" ? bare : bare + columnsOf(shown) };
  });
  const replaced = charactersReplacedBy(entries.map(({ name }) => name));
  let left = budget + replaced - lengths.reduce((sum, { bare }) => sum + bare + 1, -1);
  return entries.map(({ description }, at) => {
    const { bare, whole } = lengths[at] ?? { bare: 0, whole: 0 };
    if (whole - bare > left) return "";
    left -= whole - bare;
    return description;
  });
}

function renderSkill({
  name,
  body,
  written = body,
  frontmatter,
  arguments: given,
}: ActivationInput): Neutralised {
  const directory = `skill://${oneLine(name)}`;
  const text = substituteArguments({
    body: written.trimStart(),
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
export function argumentNames(frontmatter: Frontmatter): string[] {
  const value = frontmatter.get("arguments");
  if (typeof value === "string") return value.split(/[\s,]+/).filter((name) => name !== "");
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

const toolError = (message: string): string => `<tool_use_error>${escapeBrackets(message)}</tool_use_error>`;
const withoutFile = "There is no such file.";
const noSuchFile = `${withoutFile} Paths begin with a skill's base directory.`;
const plainErrors =
  /^(?:There is no such file\.|Too long to be shown |Reading \S+ needs the person's leave|Skill: \S+\. The person has |[a-z]+ in '[^\n']*' needs the person's leave|Several commands, and these need )/;

function readToolError(text: string): string | null {
  const tagged = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/.exec(text)?.[1];
  if (tagged !== undefined) return withoutStop(unescapeXml(tagged));
  const failed = readFailedBash(text);
  if (failed !== null) return withoutStop(failed);
  return plainErrors.test(text) ? withoutStop(text) : null;
}

function sayError({ rule, message, skillName, names = [], isForPeople, toolName }: SkillError): string {
  if (isForPeople) return toolError(`Skill ${skillName} is for the person alone, who types /${skillName}.`);
  switch (rule) {
    case "unknown-skill":
    case "not-assigned":
    case "disabled": {
      if (toolName === "Read") return noSuchFile; // no folder of that name is there
      const near = findNearest(skillName ?? "", [...names].sort(), mostLettersOff);
      return toolError(`No such skill: ${skillName}${near === null ? "" : `. Is it ${near}?`}`);
    }
    case "unknown-resource":
    case "secret-file":
      return noSuchFile;
    case "needs-leave":
      if (skillName === null) return message;
      return `Skill: ${skillName}. The person has to allow it first, for instance by the rule Skill(${skillName}).`;
    case "outside-package":
    case "too-long":
      return message;
    case "invalid-arguments":
      return toolError(message.replace(": ", ":\n"));
    default:
      return toolError(message);
  }
}
