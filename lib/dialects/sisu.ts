import { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { Dialect, SkillError, SkillRequest } from "@/lib/runtime/dialect";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { dialectHeads } from "./dialect-heads";
import { noBudget } from "./internal/budgets";
import { defineDialect } from "./internal/define-dialect";
import { neutralise, oneLine } from "./internal/neutralise";
import { neutraliseFile } from "./internal/neutralise-file";
import { readInput, unknownTool } from "./internal/read-input";
import { readPlainError, withoutArguments } from "./internal/read-loaded";
import { readSkillPath } from "./internal/skill-path";
import { anyNameSchema, objectSchema } from "./internal/tool-schema";
import { withoutEager, withoutSearch } from "./internal/unpresented";

/** Lines with which the host begins its own parts of a loaded skill. */
const ownMarks: FrameMarks = { lines: /^(?:Skill:|Skill directory:|Available resources\b)/gm };

const useInput = z.object({ skill_name: z.string().min(1).max(200) });
const readFileInput = z.object({ path: z.string().min(1).max(1_000) });

/**
 * SISU's skills middleware: a list in the system prompt, `use_skill`, and files through the host's own reading tool
 * (`terminalReadFile`, offered under its alias `read_file`), which takes the path below the active skill's directory. Texts are plain and the
 * host escapes nothing; here a description stays on its line and a body cannot begin the host's own parts.
 */
export const sisuDialect: Dialect = defineDialect({
  ...dialectHeads.sisu,
  ...noBudget,
  ...withoutSearch,
  ...withoutEager,
  source:
    "https://github.com/finger-gun/sisu/blob/f627c196397288c48e1d28e32451ceaa106d6dda/packages/middleware/skills/src/index.ts",
  placement: "system-prompt",

  catalogueEntry: ({ name, description }) =>
    `  - "${oneLine(name).replaceAll('"', "'")}": ${oneLine(description)}`,

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0
      ? ""
      : [
          "SKILLS",
          "",
          "Available skills:",
          ...entries,
          "",
          "To use a skill, call the use_skill tool with the skill name.",
        ].join("\n"),

  tools: (entries) =>
    entries.length === 0
      ? []
      : [
          {
            name: "use_skill",
            description: "Activates a skill: loads its full instructions and names its resources.",
            inputSchema: objectSchema({ skill_name: anyNameSchema }, ["skill_name"]),
          },
          {
            name: "read_file",
            description: "Reads a file, for instance a resource below a skill's directory.",
            inputSchema: objectSchema(
              { path: { type: "string", description: "The skill's directory and the resource's path." } },
              ["path"],
            ),
          },
        ],

  readCall(toolName, input, names, active = []) {
    if (toolName === "use_skill")
      return readInput(toolName, useInput, input, (value) => ({
        kind: "activate",
        name: value.skill_name,
        arguments: "",
      }));
    if (toolName === "read_file" || toolName === "terminalReadFile")
      return readFileCall(toolName, input, active[0] ?? onlyOne(names));
    return unknownTool(toolName);
  },

  activation({ name, body, resources, unlisted }) {
    const { text, flags } = neutralise(body, ownMarks);
    const files = resources.length === 0 ? ["- (none)"] : resources.map((path) => `- ${oneLine(path)}`);
    const lines = [
      `Skill: ${oneLine(name)}`,
      `Skill directory: skill://${oneLine(name)}`,
      "",
      text,
      "",
      "Available resources (relative to skill directory):",
      ...files,
      ...(unlisted > 0 ? [`- (${unlisted} more)`] : []),
    ];
    return { text: lines.join("\n"), flags };
  },

  readActivation(text) {
    const match =
      /^Skill: ([^\n]*)\nSkill directory: [^\n]*\n\n([\s\S]*)\n\nAvailable resources \(relative to skill directory\):\n([\s\S]*)$/.exec(
        text,
      );
    if (!match) return null;
    const [, name = "", body = "", files = ""] = match;
    const resources = [...files.matchAll(/^- ([^(\n][^\n]*)$/gm)].map(([, path = ""]) => path);
    return { name, body: withoutArguments(body), resources };
  },

  skillList: ({ entries }) =>
    entries.map(({ name, description }) => `  - "${oneLine(name)}": ${oneLine(description)}`).join("\n"),

  resource: (page) => neutraliseFile(page, ownMarks),

  binaryResource: ({ path, mediaType, bytes }) => `${path} is not text: ${mediaType}, ${bytes} bytes.`,

  error({ rule, message, skillName }) {
    const unknown = rule === "unknown-skill" || rule === "not-assigned" || rule === "disabled";
    return unknown ? `Skill "${skillName}" not found.` : `Error: ${message}`;
  },
  readError: readPlainError,
});

const onlyOne = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined);

/** A path of its own says which skill it is in; any other is below the skill that was activated last. */
function readFileCall(
  toolName: string,
  input: unknown,
  skill: string | undefined,
): Result<SkillRequest, SkillError> {
  const parsed = readFileInput.safeParse(input);
  const place = parsed.success ? readSkillPath(parsed.data.path, skill === undefined ? [] : [skill]) : null;
  if (place) return ok({ kind: "read", ...place, offset: 0 });
  return err({
    // Of a path that is no skill's the host reads what lies there: an agent may have a tool that answers for it.
    rule: parsed.success ? "outside-package" : "invalid-arguments",
    message: `${toolName} needs a path: ./<file> of the skill that is active, or skill://<name>/<file>. No skill is active.`,
    skillName: null,
    path: parsed.success ? parsed.data.path : null,
  });
}
