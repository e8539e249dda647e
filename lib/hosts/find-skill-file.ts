import { toRecord } from "./json-values";

/** A file of a skill that a call is about. */
export type SkillFile = {
  name: string;
  /** Below the skill's folder. */
  path: string;
  /** The call asks for some lines of it. */
  isPart: boolean;
};

/** Folders of skills on that machine, by the skill's name. */
export type SkillFolders = ReadonlyMap<string, string>;

const longestInput = 20_000;
/** Words of a shell that only show a file: what else is done with one is no reading. */
const showing = /^\s*(?:cat|sed -n|head|tail|nl|less|more|bat|awk|rg|grep)\b/;

/**
 * Which file of which skill a call reads, by any tool that names a path or runs a command which shows one file; null
 * for all other calls. A skill is found by its folder, or by `skills/<name>/` in the path.
 */
export function findSkillFile(input: unknown, folders: SkillFolders): SkillFile | null {
  const fields = toRecord(input);
  const path = [fields.file_path, fields.absolute_path, fields.path].find(
    (value) => typeof value === "string",
  );
  if (typeof path === "string") return fileAt(path, folders, isPartAsked(fields));
  const command = commandOf(fields.cmd ?? fields.command);
  if (command === null || command.length > longestInput || !showing.test(command)) return null;
  const paths = [
    ...command.matchAll(/(?:^|[\s'"=])((?:~|\.{0,2})[\w.~@%+\- /\\:]*?\/[\w.@%+\-/]+)(?=$|[\s'";|&)])/g),
  ]
    .map(([, one = ""]) => one.trim())
    .flatMap((one) => fileAt(one, folders, !/^\s*cat\b/.test(command)) ?? []);
  const [first, second] = paths;
  return first !== undefined && second === undefined ? first : null;
}

/** A command as a text, or as the words that a shell is started with: `["bash", "-lc", "cat x"]`. */
function commandOf(command: unknown): string | null {
  if (typeof command === "string") return command;
  if (!Array.isArray(command)) return null;
  const words = command.filter((word) => typeof word === "string");
  return /^-\w*c$/.test(words[1] ?? "") ? (words[2] ?? null) : words.join(" ");
}

const isPartAsked = (fields: Record<string, unknown>): boolean =>
  ["offset", "limit", "start_line", "end_line"].some((key) => fields[key] !== undefined);

function fileAt(written: string, folders: SkillFolders, isPart: boolean): SkillFile | null {
  const path = written.replaceAll("\\", "/");
  if (path.split("/").includes("..")) return null;
  for (const [name, folder] of folders) {
    const base = `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
    if (path.startsWith(base)) return { name, path: path.slice(base.length), isPart };
  }
  const [, name, rest] = /(?:^|\/)skills\/(?:\.system\/)?([^/]+)\/(.+)$/.exec(path) ?? [];
  return name !== undefined && rest !== undefined ? { name, path: rest, isPart } : null;
}
