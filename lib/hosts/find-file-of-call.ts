import { readShownPaths } from "@/lib/dialects/read-shell";
import { toRecord } from "./json-values";

/** A file of a skill that a call is about. */
export type SkillFile = {
  name: string;
  /** Below the skill's folder. */
  path: string;
  /** How many lines of its beginning the call asks for: Infinity for all, 0 for a part that is elsewhere. */
  mostLines: number;
};

/** Folders of skills on that machine, by the skill's name. */
export type SkillFolders = ReadonlyMap<string, string>;

const longestInput = 20_000;
/** Fields of tools that search in a file or change it: that is no reading. */
const others = ["pattern", "query", "regex", "old_string", "new_string", "content", "edits"];

/**
 * Which file of which skill a call reads, by any tool that names a path or runs a command which shows one file; null
 * for all other calls. A skill is found by its folder, or by `skills/<name>/` in the path.
 */
export function findFileOfCall(input: unknown, folders: SkillFolders): SkillFile | null {
  const fields = toRecord(input);
  const path = [fields.file_path, fields.absolute_path, fields.path].find(
    (value) => typeof value === "string",
  );
  if (typeof path === "string")
    return others.some((key) => fields[key] !== undefined) ? null : fileAt(path, folders, linesAsked(fields));
  const command = commandOf(fields.cmd ?? fields.command);
  if (command === null || command.length > longestInput) return null;
  // A backslash in front of a letter is one of a path of Windows.
  const shown = readShownPaths(command.replace(/\\(?=[\w.])/g, "/"), folderOf(fields));
  const [first, second] = shown.flatMap(({ path: one, mostLines }) => fileAt(one, folders, mostLines) ?? []);
  return first !== undefined && second === undefined ? first : null;
}

/** Where it is to be run, as hosts call that. */
const folderOf = ({ workdir, cwd, dir_path, directory }: Record<string, unknown>): string | null =>
  [workdir, cwd, dir_path, directory].find((value) => typeof value === "string") ?? null;

/** A command as a text, or as the words that a shell is started with: `["bash", "-lc", "cat x"]`. */
function commandOf(command: unknown): string | null {
  if (typeof command === "string") return command;
  if (!Array.isArray(command)) return null;
  const words = command.filter((word) => typeof word === "string");
  return /^-\w*c$/.test(words[1] ?? "") ? (words[2] ?? null) : words.map(quoted).join(" ");
}

const quoted = (word: string): string => (/[\s;|&]/.test(word) && !word.includes("'") ? `'${word}'` : word);

/** Lines are counted from 1, by some hosts from 0. */
function linesAsked({ offset, start_line: start, limit, end_line: end }: Record<string, unknown>): number {
  if ([offset, start].some((from) => from !== undefined && Number(from) !== 0 && Number(from) !== 1))
    return 0;
  const most = limit ?? end;
  return most === undefined ? Number.POSITIVE_INFINITY : Number(most) || 0;
}

function fileAt(written: string, folders: SkillFolders, mostLines: number): SkillFile | null {
  const path = written.replaceAll("\\", "/");
  if (path.split("/").includes("..")) return null;
  for (const [name, folder] of folders) {
    const base = `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
    if (path.startsWith(base)) return { name, path: path.slice(base.length), mostLines };
  }
  const [, name, rest] = /(?:^|\/)skills\/(?:\.system\/)?([^/]+)\/(.+)$/.exec(path) ?? [];
  return name !== undefined && rest !== undefined ? { name, path: rest, mostLines } : null;
}
