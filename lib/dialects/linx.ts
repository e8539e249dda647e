import { z } from "zod";
import type { Dialect, EagerSkill } from "@/lib/runtime/dialect";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { type Neutralised, neutralise, oneLine } from "./internal/neutralise";
import { readInput, unknownTool } from "./internal/read-input";
import { readPlainError, readSections } from "./internal/read-loaded";
import { objectSchema } from "./internal/tool-schema";
import { withoutSearch } from "./internal/unpresented";

const heading = "## Available Agent Skills (Documentation)";
const introduction = [
  "These skills are documentation and workflows. There are three ways to use one:",
  "1. Follow the steps it describes.",
  "2. Write code that does what it describes.",
  "3. Run that code with the `code_execution` tool.",
].join("\n");
const ending =
  "When a user asks you to use one of these skills, read the documentation carefully and decide the best approach.";
/** Headings of the host's own, with which a document would pass for another skill. */
const ownHeadings = /^[ \t]{0,3}##[ \t]+(?:Skill:|Available Agent Skills\b)/gim;

const codeInput = z.object({ code: z.string().min(1).max(60_000) });

function section({
  name,
  document,
  resources,
}: Pick<EagerSkill, "name" | "document" | "resources">): Neutralised {
  const { text, flags } = neutralise(document.trim(), { lines: ownHeadings });
  const closing = hasPython(resources)
    ? "This skill has scripts: run code like theirs with `code_execution`."
    : "This skill is documentation only: write code for it where it needs any.";
  return { text: [`## Skill: ${oneLine(name)}`, text, closing].join("\n\n"), flags };
}

const block = (sections: readonly string[]): string =>
  sections.length === 0 ? "" : [heading, introduction, ...sections, ending].join("\n\n");

/** Python files anywhere in the package count. */
const hasPython = (paths: readonly string[]): boolean => paths.some((path) => path.endsWith(".py"));

/**
 * LinX as its design has it: whole SKILL.md documents in the prompt, and one tool that runs code. Nothing runs here: what the code would
 * print is typed by a person or comes from a stub. A document cannot open a section of another skill. Which skills an
 * agent has is decided before, by enabled assignments and their priority.
 */
export const linxDialect: Dialect = defineDialect({
  ...dialectHeads.linx,
  ...noBudget,
  ...withoutSearch,
  source: "LinX's requirements: skills as documentation in the prompt, code through code_execution",
  placement: "system-prompt",

  catalogueEntry: ({ name, description }) => section({ name, document: description, resources: [] }).text,
  catalogue: (entries, omitted) => (entries.length + omitted === 0 ? "" : block(entries)),

  eager(skills) {
    const parts = skills.map((skill) => ({ name: skill.name, ...section(skill) }));
    return { text: block(parts.map(({ text }) => text)), parts };
  },

  /** A whole document has its description in the frontmatter. */
  readEager: (system) =>
    readSections(system, /^## Available Agent Skills \(Documentation\)\n/m).map(({ name, text }) => {
      const document = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
      const [description = "", ...rest] = text.split("\n\n");
      return document
        ? {
            name,
            description: /^description: (.*)$/m.exec(document[1] ?? "")?.[1] ?? "",
            body: document[2] ?? "",
            resources: [],
          }
        : { name, description, body: rest.join("\n\n"), resources: [] };
    }),

  /** Also without skills: the host registers it for every agent, and none of the tools that skills name. */
  tools: () => [
    {
      name: "code_execution",
      description: "Runs code that a skill describes and answers with what it prints.",
      inputSchema: objectSchema({ code: { type: "string", description: "The code to run." } }, ["code"]),
    },
  ],

  readCall: (toolName, input) =>
    toolName === "code_execution"
      ? readInput(toolName, codeInput, input, (value) => ({
          kind: "host-tool",
          toolName,
          name: null,
          path: null,
          input: value,
        }))
      : unknownTool(toolName),

  activation: ({ name, body, resources }) => section({ name, document: body, resources }),

  readActivation: () => null,

  alreadyActive: ({ name }) => `The skill ${name} is in the prompt already.`,

  skillList: ({ entries }) =>
    entries.map(({ name, description }) => `- ${oneLine(name)}: ${oneLine(description)}`).join("\n"),

  resource: (page) => neutralise(page.text, { lines: ownHeadings }),

  binaryResource: ({ path, mediaType, bytes }) => `${path} is not text: ${mediaType}, ${bytes} bytes.`,

  error: ({ message }) => `Error: ${message}`,
  readError: readPlainError,
});
