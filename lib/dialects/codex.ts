import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import type {
  ActivationInput,
  CatalogueEntry,
  Dialect,
  LoadedSkill,
  SkillError,
  SkillRequest,
} from "@/lib/runtime/dialect";
import { charactersPerToken } from "@/lib/runtime/limits";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { parseSkill } from "@/lib/skills/parse-skill";
import { readCommandOutput, renderCommandOutput } from "./command-output";
import { dialectHeads } from "./dialect-heads";
import { defineDialect } from "./internal/define-dialect";
import { collapsedLine } from "./internal/listed-line";
import { type Neutralised, neutralise } from "./internal/neutralise";
import { neutraliseFile } from "./internal/neutralise-file";
import { readInput, unknownTool } from "./internal/read-input";
import { linkedFiles, withoutStop } from "./internal/read-loaded";
import { shareTokens } from "./internal/share-tokens";
import { objectSchema, plainSkillTool } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";
import { readShell } from "./read-shell";

const budgetShare = 0.02;
const mostDescription = 1_024;
const cutMark = "...";
/** The host's own skills, which stand before all others and share the budget: a line without its description, and that. */
const ownLines = [
  { bare: 41, description: 570 },
  { bare: 47, description: 624 },
  { bare: 51, description: 106 },
  { bare: 55, description: 225 },
];
const ownMarks: FrameMarks = {
  tags: ["skills_instructions"],
  lines: /^(?:Run: 0{6}$|Ended with code \d)/gim,
};
const inList: FrameMarks = { tags: ["skills_instructions"] };

const commandInput = z.object({
  cmd: z.string().min(1).max(20_000),
  workdir: z.string().max(1_000).optional(),
  max_output_tokens: z.number().int().min(0).optional(),
});
/** On one line; a text that was cut may end with a blank, as the host's do. */
const listed = (text: string): string =>
  neutralise(text.trimEnd() === collapsedLine(text) ? text : collapsedLine(text), inList).text;

/**
 * Codex: a list in its first instructions, and no tool for skills: the model reads SKILL.md and other files with a
 * command, whose output comes each time, its middle cut out when it is long. Commands that only look at skills' files
 * are answered from the packages (`readShell`); any other is answered by the agent's own tool, a stub or a person.
 * Held against the host by `npm run bench -- hosts`.
 */
export const codexDialect: Dialect = defineDialect({
  ...dialectHeads.codex,
  ...withoutSearch,
  ...withoutEager,
  source: "https://developers.openai.com/codex/skills",
  placement: "system-prompt",
  order: "name",
  budgetCharacters: (windowTokens) =>
    Math.max(1, Math.floor(windowTokens * budgetShare)) * charactersPerToken,
  budgetRule:
    "2 % of the model's window, shared with the host's own skills. Over it, every description is cut to about the " +
    "same length; names that do not fit go. At most 1,024 characters of a description.",
  mostDescriptionCharacters: null,
  keepDescriptions,

  catalogueEntry: toLine,

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [
          "<skills_instructions>",
          "## Skills",
          "Instructions for particular kinds of work. When a task fits one, read its file whole before you begin; r0 stands for the folder below.",
          "### Skill roots",
          "- `r0` = `skill:/`",
          "### Available skills",
          ...entries,
          "</skills_instructions>",
        ].join("\n"),

  tools: (entries) =>
    entries.length === 0
      ? []
      : [
          {
            name: "exec_command",
            description: "Runs a command, such as `cat` of a file.",
            inputSchema: objectSchema(
              {
                cmd: { type: "string", description: "The command." },
                workdir: { type: "string", description: "The folder that it is run in." },
                max_output_tokens: { type: "number", description: "How much of its output to give back." },
              },
              ["cmd"],
            ),
          },
        ],

  skillTool: plainSkillTool,

  readCall(toolName, input) {
    if (toolName !== "exec_command") return unknownTool(toolName);
    const parsed = commandInput.safeParse(input);
    if (parsed.success) return ok(readCommand(parsed.data, input));
    return readInput(toolName, commandInput, input, () => ({ kind: "list", query: null, cursor: 0 }));
  },

  activation: renderSkill,
  readActivation: readSkill,
  skillList: ({ entries }) => entries.map(toLine).join("\n"),

  shell: {
    render({ output, code, mostTokens }) {
      const { text, flags } = neutralise(output, ownMarks);
      return { text: renderCommandOutput(text, code, mostTokens), flags };
    },
    loadsSkills: true,
    asksLeave: false,
  },
  readsSkillFile: true,

  resource(page) {
    const { text, flags } =
      page.lines?.isCut === false ? neutralise(page.text, ownMarks) : neutraliseFile(page, ownMarks);
    return { text: renderCommandOutput(text, 0), flags };
  },
  binaryResource: ({ path, mediaType, bytes }) =>
    renderCommandOutput(`${path} is no text: ${mediaType}, ${bytes} bytes.`, 0),

  error: sayError,
  readError(text) {
    const command = readCommandOutput(text);
    if (command) return command.code === 0 ? null : withoutStop(command.output.trim());
    return text.startsWith("Not understood: ") ? withoutStop(text) : null;
  },
});

function toLine({ name, description }: CatalogueEntry): string {
  const file = `(file: r0/${listed(name)}/SKILL.md)`;
  return description === ""
    ? `- ${listed(name)}: ${file}`
    : `- ${listed(name)}: ${listed(description)} ${file}`;
}

/** The host's own skills take part in the sharing, and come first. */
function keepDescriptions(entries: readonly CatalogueEntry[], budget: number): (string | null)[] {
  const capped = entries.map(({ name, description }) => ({
    name,
    description: cap(collapsedLine(description)),
  }));
  const own = ownLines.map(({ bare, description }) => ({ bareBytes: bare, text: "x".repeat(description) }));
  const theirs = capped.map((entry) => ({
    bareBytes: new TextEncoder().encode(toLine({ ...entry, description: "" })).length + 1,
    text: entry.description,
  }));
  const kept = shareTokens([...own, ...theirs], Math.floor(budget / charactersPerToken)).slice(own.length);
  return kept.map((text, at) => {
    const whole = entries[at]?.description ?? "";
    return text === collapsedLine(whole) ? whole : text;
  });
}

function cap(description: string): string {
  const characters = [...description];
  if (characters.length <= mostDescription) return description;
  return characters.slice(0, mostDescription - cutMark.length).join("") + cutMark;
}

function readCommand(
  { cmd, workdir, max_output_tokens: mostTokens = 10_000 }: z.infer<typeof commandInput>,
  input: unknown,
): SkillRequest {
  const steps = readShell(cmd, workdir ?? null);
  return steps
    ? { kind: "shell", steps, mostTokens }
    : { kind: "host-tool", toolName: "exec_command", name: null, path: null, input };
}

function renderSkill({ body, document = body }: ActivationInput): Neutralised {
  const { text, flags } = neutralise(document, ownMarks);
  return { text: renderCommandOutput(text, 0), flags };
}

function readSkill(text: string): LoadedSkill | null {
  const command = readCommandOutput(text);
  if (command?.code !== 0 || !/^---\r?\n/.test(command.output)) return null;
  const { name, nameSource, description, body } = parseSkill(command.output, { mode: "lenient" });
  if (nameSource !== "frontmatter" || description === "") return null;
  return { name, body: body.trim(), resources: linkedFiles(body) };
}

function sayError({ rule, message, skillName, path }: SkillError): string {
  switch (rule) {
    case "unknown-skill":
    case "not-assigned":
    case "disabled":
    case "unknown-resource":
    case "secret-file":
      return renderCommandOutput(
        `cat: skill://${skillName}/${path ?? "SKILL.md"}: there is no such file\n`,
        1,
      );
    default:
      return `Not understood: ${message}`;
  }
}
