import type { Dialect, EagerSkill } from "@/lib/runtime/dialect";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { type Neutralised, neutralise, oneLine } from "./internal/neutralise";
import { unknownTool } from "./internal/read-input";
import { readPlainError, readSections } from "./internal/read-loaded";
import { plainSkillTool } from "./internal/tool-schema";
import { withoutSearch } from "./internal/unpresented";

const heading = "# Available Skills";
const sentence = "You have the following specialized skills available:";
const separator = "\n\n---\n\n";
/** Headings of the host's own, with which a body would pass for another skill. */
const ownHeadings = /^[ \t]{0,3}#{1,2}[ \t]+(?:Skill:|Available Skills\b)/gim;

const neutral = (text: string): Neutralised => neutralise(text, { lines: ownHeadings });

function section({
  name,
  description,
  body,
}: Pick<EagerSkill, "name" | "description" | "body">): Neutralised {
  const { text, flags } = neutral(body);
  const about = neutral(description).text;
  return {
    text: [`## Skill: ${oneLine(name)}`, about, text].filter((part) => part !== "").join("\n\n"),
    flags,
  };
}

const block = (sections: readonly string[]): string =>
  sections.length === 0 ? "" : `${heading}\n\n${sentence}\n\n${sections.join(separator)}`;

/**
 * Orion as its design has it, sentence included: every instruction is in the prompt from the start; skills bring tools and no files are read. The host joins
 * bodies as they are; here a body cannot open a section of another skill.
 */
export const orionDialect: Dialect = defineDialect({
  ...dialectHeads.orion,
  ...noBudget,
  ...withoutSearch,
  source:
    "Orion's requirements: a prompt section built from .skills/*/SKILL.md, tools registered with a prefix",
  placement: "system-prompt",

  catalogueEntry: ({ name, description }) => section({ name, description, body: "" }).text,
  catalogue: (entries, omitted) => (entries.length + omitted === 0 ? "" : block(entries)),

  eager(skills) {
    const parts = skills.map((skill) => ({ name: skill.name, ...section(skill) }));
    return { text: block(parts.map(({ text }) => text)), parts };
  },

  readEager: (system) =>
    readSections(system, /^# Available Skills\n/m).map(({ name, text }) => {
      const [description = "", ...rest] = text.split("\n\n");
      return { name, description, body: rest.join("\n\n"), resources: [] };
    }),

  tools: () => [],

  skillTool(skillName, tool) {
    const plain = plainSkillTool(skillName, tool);
    return { ...plain, description: `[${skillName}] ${plain.description}` };
  },

  readCall: (toolName) => unknownTool(toolName),

  activation: section,
  readActivation: () => null,

  alreadyActive: ({ name }) => `The skill ${name} is loaded: its instructions are in the prompt.`,

  skillList: ({ entries }) =>
    entries.map(({ name, description }) => `- ${oneLine(name)}: ${oneLine(description)}`).join("\n"),

  resource: (page) => neutralise(page.text, { lines: ownHeadings }),

  binaryResource: ({ path, mediaType, bytes }) => `${path} is not text: ${mediaType}, ${bytes} bytes.`,

  error: ({ message }) => `Error: ${message}`,
  readError: readPlainError,
});
