import { findSkillTools, skillLoaders, skillTools } from "@/lib/dialects/skill-tools";

/** A call as a host takes it. */
type HostCall = { tool: string; input: Record<string, unknown> };

/** What a host offers for skills: the built-in model's own two acts, and how each is said there. */
export type HostTools = {
  /** Which of `activate_skill` and `read_skill_resource` there are. */
  standard: ReadonlySet<string>;
  /** `directory`: where the skill lies; null where that is not known. Null when it cannot be said without it. */
  activate: (name: string, directory: string | null) => HostCall | null;
  /** `path`: where the file lies. */
  read: (path: string) => HostCall | null;
};

type Reader = { tool: string; path: string };

/** A tool that reads a file anywhere: that of the host which has the tool to load skills as well, or any. */
function findReader(names: readonly string[]): Reader | undefined {
  const rows = [findSkillTools(new Set(names)), ...skillTools];
  return rows
    .flatMap((row) => (row?.read?.skill === null ? [row.read] : []))
    .find(({ tool }) => names.includes(tool));
}

/** Tools that run a command, and how each is given one. */
const shells: readonly (readonly [string, (command: string) => Record<string, unknown>])[] = [
  ["exec_command", (cmd) => ({ cmd })],
  ["shell_command", (command) => ({ command })],
  ["shell", (command) => ({ command: ["bash", "-lc", command] })],
];

/** Reads off the names of a host's tools how it loads skills: by a tool for it, or by reading SKILL.md itself. */
export function toolsOfHost(names: readonly string[]): HostTools {
  const loader = [...skillLoaders].find(([name]) => names.includes(name));
  const reader = findReader(names);
  const shell = shells.find(([name]) => names.includes(name));
  const read = (path: string): HostCall | null => {
    if (reader) return { tool: reader.tool, input: { [reader.path]: path } };
    return shell ? { tool: shell[0], input: shell[1](`cat ${quoted(path)}`) } : null;
  };
  const activate = (name: string, directory: string | null): HostCall | null => {
    if (loader) return { tool: loader[0], input: { [loader[1]]: name } };
    return directory === null ? null : read(`${directory}/SKILL.md`);
  };
  const canRead = reader !== undefined || shell !== undefined;
  return {
    standard: new Set([
      ...(loader || canRead ? ["activate_skill"] : []),
      ...(canRead ? ["read_skill_resource"] : []),
    ]),
    activate,
    read,
  };
}

/** For a shell: as it is where nothing in it means anything there. */
const quoted = (path: string): string =>
  /^[\w./~@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
