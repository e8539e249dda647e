import { z } from "zod";
import { err } from "@/lib/kernel/result";
import type { CatalogueEntry, Dialect } from "@/lib/runtime/dialect";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { substituteArguments } from "@/lib/skills/substitute-arguments";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { neutralise, oneLine } from "./internal/neutralise";
import { readInput, unknownTool } from "./internal/read-input";
import { linkedFiles, readPlainError, withoutArguments } from "./internal/read-loaded";
import { safeToolName } from "./internal/tool-name";
import { objectSchema } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";

const ownMarks: FrameMarks = { lines: /^Base directory for this skill:/gim };

const callInput = z.object({ arguments: z.string().max(60_000).default("") });

const frontmatter =
  /^---\r?\n(?:(?!---\r?\n)[^\n]*\n)*?name:[^\n]*\n(?:(?!---\r?\n)[^\n]*\n)*?---\r?(?:\n|$)/;

/** Every placeholder of the document is replaced, in its frontmatter too; without one they stand behind its end. */
function withArguments(document: string, given: string): string {
  if (document.includes("$ARGUMENTS"))
    return substituteArguments({ body: document, arguments: given, rules: "arguments-only" });
  return given === "" ? document : `${document}\n\nARGUMENTS: ${given}`;
}

const toolOf = ({ name, description }: CatalogueEntry): ToolDefinition => ({
  name: safeToolName(name),
  description,
  inputSchema: objectSchema({
    arguments: { type: "string", default: "", description: "What the skill should work on." },
  }),
});

const scriptInput = z.object({ arguments: z.record(z.string(), z.unknown()).default({}) });

const prefixOf = (skillName: string): string => `${skillName.toLowerCase().replaceAll("_", "-")}__`;

const isScriptOf = (skillName: string, toolName: string): boolean =>
  toolName.startsWith(prefixOf(skillName)) && /^[a-z0-9-]+__[a-z0-9_]+$/.test(toolName);

/** One tool for each script, by its file's name; none of a skill when one of its names would be no tool's. */
function scriptToolsOf({ name, scripts = [] }: CatalogueEntry): ToolDefinition[] {
  const tools = scripts.map((path) => {
    const script = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
    return {
      name: `${prefixOf(name)}${script.toLowerCase()}`,
      description: `Runs the script ${oneLine(script)}.`,
      inputSchema: objectSchema({
        arguments: {
          type: "object",
          additionalProperties: true,
          description: "What the script gets, as JSON.",
        },
      }),
    };
  });
  const areTools = tools.every((tool) => tool.name.length <= 60 && isScriptOf(name, tool.name));
  return areTools ? tools : [];
}

/**
 * skillkit through LangChain: one tool per skill, whose description is the skill's, and its answer is the whole
 * SKILL.md; no block in the prompt and no tool that lists or reads. Names that a provider would refuse are changed and
 * end with a hash. Errors are what LangChain's tool node makes of an exception.
 */
export const skillkitDialect: Dialect = defineDialect({
  ...dialectHeads.skillkit,
  endsLinesAlike: true,
  ...noBudget,
  ...withoutSearch,
  ...withoutEager,
  source:
    "https://github.com/maxvaega/skillkit/blob/2a30ae54cf1a5d1d37973a96e614de055c307690/src/skillkit/core/processors.py",
  placement: "tool-descriptions",

  catalogueEntry: (entry) => JSON.stringify(toolOf(entry)),
  catalogue: () => "",
  tools: (entries) => entries.flatMap((entry) => [toolOf(entry), ...scriptToolsOf(entry)]),
  readCall(toolName, input, names) {
    const name = names.includes(toolName)
      ? toolName
      : names.find((known) => safeToolName(known) === toolName);
    const skill = name === undefined ? names.find((known) => isScriptOf(known, toolName)) : undefined;
    if (skill !== undefined)
      return readInput(toolName, scriptInput, input ?? {}, (value) => ({
        kind: "host-tool" as const,
        toolName,
        name: skill,
        path: null,
        input: value,
      }));
    if (name === undefined) {
      const { error } = unknownTool(toolName);
      return err({ ...error, available: names.map(safeToolName) });
    }
    return readInput(toolName, callInput, input ?? {}, (value) => ({
      kind: "activate",
      name,
      arguments: value.arguments.trim(),
    }));
  },

  activation({ name, body, document = body, arguments: given }) {
    const head = [
      `Base directory for this skill: skill://${oneLine(name)}`,
      "",
      "Files that belong to it are named relative to this directory.",
      "A path is resolved below it, and nowhere else.",
      "",
    ];
    const { text, flags } = neutralise(withArguments(document, given), ownMarks);
    return { text: [...head, text].join("\n"), flags };
  },

  readActivation(text) {
    const match =
      /^Base directory for this skill: skill:\/\/([^\n]+)\n\nFiles that belong to it [^\n]*\n[^\n]*\n\n([\s\S]*)$/.exec(
        text,
      );
    if (!match) return null;
    const [, name = "", whole = ""] = match;
    const written = withoutArguments(whole);
    const behind = written.replace(frontmatter, "");
    const body = behind === written ? written : behind.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
    return { name, body, resources: linkedFiles(body) };
  },

  skillList: ({ entries }) =>
    entries.map(({ name, description }) => `${oneLine(name)}: ${oneLine(description)}`).join("\n"),

  resource: (page) => neutralise(page.text, ownMarks),

  binaryResource: ({ path, mediaType, bytes }) => `${path} is not text: ${mediaType}, ${bytes} bytes.`,

  error({ rule, message, available, skillName }) {
    if (rule === "unknown-tool")
      return `Error: ${message.replace(/^Unknown tool: /, "")} is not a valid tool, try one of [${(available ?? []).join(", ")}].`;
    const unknown = rule === "unknown-skill" || rule === "not-assigned" || rule === "disabled";
    return `Error: ${unknown ? `Skill '${skillName}' not found` : message}\n Please fix your mistakes.`;
  },
  readError: readPlainError,
});
