import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isToolOfSkill } from "@/lib/dialects/read-catalogue";
import { readShownPaths } from "@/lib/dialects/read-shell";
import { findSkillTools, type SkillTools } from "@/lib/dialects/skill-tools";
import { isSkillFile } from "@/lib/skills/find-skill-file";

type OfferedTool = NonNullable<LanguageModelV4CallOptions["tools"]>[number];
type Input = Record<string, unknown>;
export type HostCall = { toolName: string; input: Input };

/** What Rehearsal's rules ask for, in the standard dialect's words. */
const standardTools = {
  list: "list_skills",
  search: "search_skills",
  activate: "activate_skill",
  read: "read_skill_resource",
} as const;

/** Codex reads skills with a command. */
const codexCalls: HostCalls = {
  toolNames: new Set([standardTools.activate, standardTools.read]),
  toStandard(call) {
    const { cmd, workdir } = call.input;
    const folder = typeof workdir === "string" ? workdir : null;
    const shown = call.toolName === "exec_command" ? readShownPaths(String(cmd), folder) : [];
    const file = shown.length > 1 ? null : readPlace(shown[0]?.path ?? "");
    if (file === null) return call;
    return isSkillFile(file.path)
      ? { toolName: standardTools.activate, input: { name: file.name } }
      : { toolName: standardTools.read, input: file };
  },
  toHost({ toolName, input }) {
    const path = toolName === standardTools.activate ? "SKILL.md" : String(input.path);
    return { toolName: "exec_command", input: { cmd: `cat ${placeOf(String(input.name), path)}` } };
  },
};

/** How the tools at hand are called: which of the standard ones they stand for, and both ways of saying a call. */
export type HostCalls = {
  toolNames: ReadonlySet<string>;
  toStandard(call: HostCall): HostCall;
  toHost(call: HostCall): HostCall;
};

/** Reads off the tools which host presents them. One tool per skill, or the standard ones, when none is known. */
export function hostCalls(tools: readonly OfferedTool[]): HostCalls {
  const names = new Set(tools.map(({ name }) => name));
  if (names.has("exec_command")) return codexCalls;
  if (names.has(standardTools.activate) && names.has(standardTools.read)) return asTheyAre(names);
  const host = findSkillTools(names);
  if (host) return callsOf(host, names);
  if (names.has(standardTools.activate)) return asTheyAre(names);
  const skillTools = toolsOfSkills(tools);
  return skillTools.length > 0 ? oneToolEach(skillTools.map(({ name }) => name)) : asTheyAre(names);
}

/** Tools that stand for a skill each. */
export const toolsOfSkills = (tools: readonly OfferedTool[]) =>
  tools
    .filter((tool) => tool.type === "function")
    .filter(({ inputSchema }) => isToolOfSkill({ inputSchema: { ...inputSchema } }));

/** Where its own words are used, the prompt names the skills or there is a search. */
const asTheyAre = (names: ReadonlySet<string>): HostCalls => ({
  toolNames: new Set([...names].filter((name) => name !== standardTools.list)),
  toStandard: (call) => call,
  toHost: (call) => call,
});

function callsOf({ load, read }: SkillTools, names: ReadonlySet<string>): HostCalls {
  const { list } = standardTools;
  return {
    toolNames: new Set([
      standardTools.activate,
      ...(read ? [standardTools.read] : []),
      ...(names.has(list) ? [list] : []),
    ]),
    toStandard({ toolName, input }) {
      if (toolName === load.tool)
        return { toolName: standardTools.activate, input: { name: input[load.name] } };
      if (read && toolName === read.tool) return { toolName: standardTools.read, input: fileIn(read, input) };
      return { toolName, input };
    },
    toHost(call) {
      const { name, path } = call.input;
      if (call.toolName === standardTools.activate)
        return { toolName: load.tool, input: { [load.name]: name } };
      if (!read || call.toolName !== standardTools.read) return call;
      return { toolName: read.tool, input: inputFor(read, String(name), String(path)) };
    },
  };
}

type Reader = NonNullable<SkillTools["read"]>;

/** A skill and a path in it, or one path with both. */
function inputFor({ skill, path }: Reader, name: string, file: string): Input {
  return skill === null ? { [path]: placeOf(name, file) } : { [skill]: name, [path]: file };
}

function fileIn({ skill, path }: Reader, input: Input): Input {
  if (skill !== null) return { name: input[skill], path: input[path] };
  const file = readPlace(String(input[path]));
  return { name: file?.name, path: file?.path ?? input[path] };
}

/** Where a file of a skill is said to lie; a path that says so itself stays as it is. */
const placeOf = (name: string, path: string): string =>
  path.startsWith("skill://") ? path : `skill://${name}/${path}`;

function readPlace(place: string): { name: string; path: string } | null {
  const [, name, path] = /^skill:\/\/([^/]+)\/(.+)$/s.exec(place) ?? [];
  return name === undefined || path === undefined ? null : { name, path };
}

function oneToolEach(skills: readonly string[]): HostCalls {
  return {
    toolNames: new Set([standardTools.activate]),
    toStandard: ({ toolName, input }) =>
      skills.includes(toolName)
        ? { toolName: standardTools.activate, input: { name: toolName } }
        : { toolName, input },
    toHost: (call) =>
      call.toolName === standardTools.activate ? { toolName: String(call.input.name), input: {} } : call,
  };
}
