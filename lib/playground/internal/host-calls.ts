import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isToolOfSkill } from "@/lib/dialects/read-catalogue";
import { readShownPaths } from "@/lib/dialects/read-shell";
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
    const shown = call.toolName === "exec_command" ? readShownPaths(String(call.input.cmd)) : [];
    const [, name, path] = /^skill:\/\/([^/]+)\/(.+)$/s.exec(shown[0]?.path ?? "") ?? [];
    if (shown.length > 1 || name === undefined || path === undefined) return call;
    return isSkillFile(path)
      ? { toolName: standardTools.activate, input: { name } }
      : { toolName: standardTools.read, input: { name, path } };
  },
  toHost({ toolName, input }) {
    const path = toolName === standardTools.activate ? "SKILL.md" : String(input.path);
    const place = path.startsWith("skill://") ? path : `skill://${String(input.name)}/${path}`;
    return { toolName: "exec_command", input: { cmd: `cat ${place}` } };
  },
};

type Host = {
  /** A tool that no other host offers. */
  knownBy: string;
  activate: { toolName: string; name: string };
  read: {
    toolName: string;
    toInput: (name: string, path: string) => Input;
    toPlace: (input: Input) => Input;
  } | null;
};

const twoFields = (toolName: string, name: string, path: string): NonNullable<Host["read"]> => ({
  toolName,
  toInput: (skill, file) => ({ [name]: skill, [path]: file }),
  toPlace: (input) => ({ name: input[name], path: input[path] }),
});
const onePath = (toolName: string, field: string): NonNullable<Host["read"]> => ({
  toolName,
  toInput: (skill, file) => ({ [field]: file.startsWith("skill://") ? file : `skill://${skill}/${file}` }),
  toPlace: (input) => {
    const [, name, path] = /^skill:\/\/([^/]+)\/(.+)$/s.exec(String(input[field])) ?? [];
    return { name, path: path ?? input[field] };
  },
});

/** Its tool to activate has the name of the standard one. */
const geminiCli: Host = {
  knownBy: "read_file",
  activate: { toolName: standardTools.activate, name: "name" },
  read: onePath("read_file", "file_path"),
};

const hosts: readonly Host[] = [
  {
    knownBy: "load_skill_resource",
    activate: { toolName: "load_skill", name: "skill_name" },
    read: twoFields("load_skill_resource", "skill_name", "file_path"),
  },
  {
    knownBy: "load_skill",
    activate: { toolName: "load_skill", name: "skill_name" },
    read: twoFields("read_skill_resource", "skill_name", "resource_name"),
  },
  {
    knownBy: "use_skill",
    activate: { toolName: "use_skill", name: "skill_name" },
    read: onePath("read_file", "path"),
  },
  { knownBy: "Skill", activate: { toolName: "Skill", name: "skill" }, read: onePath("Read", "file_path") },
];

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
  if (names.has(standardTools.activate) && names.has("read_file")) return callsOf(geminiCli, names);
  if (names.has(standardTools.activate)) return asTheyAre(names);
  const host = hosts.find(({ knownBy }) => names.has(knownBy));
  if (host) return callsOf(host, names);
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

function callsOf({ activate, read }: Host, names: ReadonlySet<string>): HostCalls {
  const { list } = standardTools;
  return {
    toolNames: new Set([
      standardTools.activate,
      ...(read ? [standardTools.read] : []),
      ...(names.has(list) ? [list] : []),
    ]),
    toStandard({ toolName, input }) {
      if (toolName === activate.toolName)
        return { toolName: standardTools.activate, input: { name: input[activate.name] } };
      if (read && toolName === read.toolName)
        return { toolName: standardTools.read, input: read.toPlace(input) };
      return { toolName, input };
    },
    toHost(call) {
      const { name, path } = call.input;
      if (call.toolName === standardTools.activate)
        return { toolName: activate.toolName, input: { [activate.name]: name } };
      if (!read || call.toolName !== standardTools.read) return call;
      return { toolName: read.toolName, input: read.toInput(String(name), String(path)) };
    },
  };
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
