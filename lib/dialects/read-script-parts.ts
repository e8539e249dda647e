import type { ScriptPart } from "@/lib/runtime/decide-script";
import { type ScriptCall, skillsFolder } from "./read-script-call";

const interpreters = new Set(["python3", "python", "bash", "sh", "node"]);

type Joint = "" | "|" | "||" | "&&" | ";";
type Simple = { words: string[]; joint: Joint };

/**
 * The programs that a command line runs, in order; null where that cannot be told from its text alone: variables,
 * substitutions, redirections, patterns, groups and background jobs. `cd` counts as where the next ones work.
 */
export function readScriptParts({
  command,
  folder,
}: Pick<ScriptCall, "command" | "folder">): ScriptPart[] | null {
  const commands = splitCommands(command);
  if (commands === null) return null;
  let place = folder;
  let before: Joint = "";
  const parts: ScriptPart[] = [];
  for (const { words, joint } of commands) {
    const [program = "", first, ...rest] = words;
    if (program === "cd") {
      // Only there is it sure to have moved when the next one begins.
      if (first === undefined || rest.length > 0 || first.startsWith("-")) return null;
      if (joint !== "&&" || before === "|" || before === "||") return null;
      place = resolve(place, first);
    } else if (/^[A-Za-z0-9._+/-]+$/.test(program)) parts.push(partOf(program, first, place));
    else return null;
    before = joint;
  }
  return parts.length === 0 ? null : parts;
}

function partOf(program: string, first: string | undefined, folder: string): ScriptPart {
  if (program.includes("/")) return { program, script: scriptAt(resolve(folder, program)) };
  const isGiven = interpreters.has(program) && first !== undefined && !first.startsWith("-");
  return { program, script: isGiven ? scriptAt(resolve(folder, first)) : null };
}

function scriptAt(path: string): ScriptPart["script"] {
  const [root, skill, ...rest] = path.split("/").slice(1);
  return `/${root}` === skillsFolder && skill && rest.length > 0 ? { skill, path: rest.join("/") } : null;
}

function resolve(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${folder}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** A quoted piece, a character after a backslash, plain characters, a joint between commands, or space. */
const piece = /'([^']*)'|"([^"$`\\!]*)"|\\([^\n])|([\w@%+=:,./-]+)|(\|\||&&|[|;\n](?!&))|([ \t]+)/y;

/** Null for what is more than words and joints. */
function splitCommands(text: string): Simple[] | null {
  const commands: Simple[] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  piece.lastIndex = 0;
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (!found) return null;
    const [, single, double, escaped, plain, joint, space] = found;
    if (joint !== undefined) {
      endWord();
      if (words.length === 0 && joint !== "\n") return null;
      if (words.length > 0) commands.push({ words, joint: toJoint(joint) });
      words = [];
    } else if (space !== undefined) endWord();
    else word = (word ?? "") + (single ?? double ?? escaped ?? plain ?? "");
  }
  endWord();
  if (words.length > 0) commands.push({ words, joint: "" });
  return commands;
}

const toJoint = (text: string): Joint => (text === "|" || text === "||" || text === "&&" ? text : ";");
