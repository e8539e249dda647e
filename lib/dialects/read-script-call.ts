import type { ToolCall } from "@/lib/runtime/events";
import { bashTool } from "./internal/bash-tool";

/** Where the packages lie for a script; a host's `skill://` stands for it. */
export const skillsFolder = "/skills";
/** Where commands work that belong to no skill. */
export const workFolder = "/work";

/** What a call would run: a command line, what goes in, and a file with code of the model's own. */
export type ScriptCall = {
  command: string;
  stdin: string | null;
  folder: string;
  code?: { path: string; text: string };
};

const interpreters: Readonly<Record<string, string>> = {
  py: "python3",
  sh: "bash",
  bash: "bash",
  js: "node",
  mjs: "node",
  cjs: "node",
};

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** A script of a skill: its program goes by the ending; null where there is none for it. `file` is in its package. */
export function readSkillScript(
  call: Pick<ToolCall, "input">,
  skill: string,
  file: string,
): ScriptCall | null {
  const program = interpreters[file.slice(file.lastIndexOf(".") + 1).toLowerCase()];
  if (program === undefined) return null;
  const input = isRecord(call.input) ? call.input : {};
  const place = `${skillsFolder}/${skill}/${file}`;
  const words = [program, place, ...argumentsOf(input)];
  const given = input.arguments;
  return {
    command: words.map(quote).join(" "),
    // skillkit hands a script its arguments as JSON.
    stdin: given === undefined ? null : JSON.stringify(given),
    folder: `${skillsFolder}/${skill}`,
  };
}

/** Of ADK and Lightspeed: names become options; a list goes as it is, and what has no name comes last. */
function argumentsOf({
  args,
  short_options: short,
  positional_args: positional,
}: Record<string, unknown>): string[] {
  const named = (value: unknown, dashes: string): string[] =>
    isRecord(value) ? Object.entries(value).flatMap(([name, given]) => optionOf(dashes + name, given)) : [];
  const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);
  return [...named(args, "--"), ...named(short, "-"), ...listed(args), ...listed(positional)];
}

function optionOf(name: string, given: unknown): string[] {
  if (given === true) return [name];
  if (given === false || given === null) return [];
  return [name, textOf(given)];
}

/** Commands and code that a host's own tool runs; null for a tool that runs nothing. */
export function readHostCommand({
  toolName,
  input,
}: Pick<ToolCall, "toolName" | "input">): ScriptCall | null {
  if (!isRecord(input)) return null;
  const inPackages = (text: string): string => text.replaceAll("skill://", `${skillsFolder}/`);
  const shell = (text: unknown, folder: unknown = null): ScriptCall | null =>
    typeof text === "string"
      ? {
          command: inPackages(text),
          stdin: null,
          folder:
            typeof folder === "string" && /^(?:skill:\/\/|\/)/.test(folder) ? inPackages(folder) : workFolder,
        }
      : null;
  switch (toolName) {
    case bashTool.name:
      return shell(input.command);
    case "exec_command":
      return shell(input.cmd, input.workdir);
    case "code_execution": {
      if (typeof input.code !== "string") return null;
      const path = `${workFolder}/code.py`;
      return {
        command: `python3 ${path}`,
        stdin: null,
        folder: workFolder,
        code: { path, text: inPackages(input.code) },
      };
    }
    default:
      return null;
  }
}

/** Skills that a command names by where they lie. */
export const skillsNamedIn = (command: string): string[] => [
  ...new Set([...command.matchAll(/\/skills\/([^/\s'"]+)/g)].flatMap(([, name]) => name ?? [])),
];
