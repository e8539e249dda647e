import type { SkillRef } from "./events";

/** What of one version of a skill runs without asking. */
export type ScriptAllowance = {
  skill: string;
  version: number;
  /** Paths in its package; `*` for every script of it. */
  scripts: string[];
  /** Programs of which a host's command may consist. */
  commands: string[];
  /** Hosts that they may reach where what runs them has a network. */
  hosts: string[];
};

/** The same by what no other skill can come to be called: an admin's word is of these bytes. */
export type ListedAllowance = ScriptAllowance & { skillId: string; digest: string };

/** From the strictest to the laxest. */
export const workspaceScriptModes = ["off", "ask", "list"] as const;
export const agentScriptModes = ["never", "ask", "list", "workspace"] as const;
export type WorkspaceScriptMode = (typeof workspaceScriptModes)[number];
export type AgentScriptMode = (typeof agentScriptModes)[number];

export type WorkspaceScripts = { mode: WorkspaceScriptMode; allow: readonly ListedAllowance[] };
export type AgentScripts = { mode: AgentScriptMode; allow: readonly ScriptAllowance[] };

/** One program that a call runs; `script`: the file of a skill that it is given to run, or is. */
export type ScriptPart = { program: string; script: { skill: string; path: string } | null };

export type ScriptFacts = {
  /** Whether the operator of the installation lets scripts run at all. */
  allowedHere: boolean;
  workspace: WorkspaceScripts;
  agent: AgentScripts;
  /** Whose files it would find. */
  skills: readonly Pick<SkillRef, "skillId" | "name" | "version" | "draftRevision" | "digest">[];
  /** What it consists of; null where that cannot be told from its text. */
  parts: readonly ScriptPart[] | null;
  /** Files of these packages that earlier scripts of the line put something else in the place of, or code beside. */
  rewritten: readonly string[];
};

export const scriptDecisions = ["never", "ask", "run"] as const;
export type ScriptDecision = (typeof scriptDecisions)[number];

export const scriptReasons = [
  "operator-off",
  "workspace-off",
  "agent-never",
  "workspace-asks",
  "agent-asks",
  "draft",
  "no-skill",
  "skill-not-listed",
  "rewritten",
  "unreadable",
  "part-not-listed",
  "listed",
] as const;
export type ScriptReason = (typeof scriptReasons)[number];

export type DecidedScript = { decision: ScriptDecision; reason: ScriptReason; message: string };

const never = (reason: ScriptReason, message: string): DecidedScript => ({
  decision: "never",
  reason,
  message,
});
const ask = (reason: ScriptReason, message: string): DecidedScript => ({ decision: "ask", reason, message });

/**
 * Whether a script runs, waits for a person or never runs, and why in a sentence. The stricter of workspace and agent holds,
 * and of two lists both have to name it. The same facts give the same answer in a run, on a page and in the API.
 */
export function decideScript(facts: ScriptFacts): DecidedScript {
  const { allowedHere, workspace, agent, skills } = facts;
  if (!allowedHere)
    return never("operator-off", "The operator of this installation has not switched scripts on.");
  if (workspace.mode === "off") return never("workspace-off", "Scripts are off in this workspace.");
  if (agent.mode === "never") return never("agent-never", "Scripts never run for this agent.");
  const draft = skills.find(({ draftRevision, version }) => draftRevision !== null || version === null);
  if (draft) return ask("draft", `${draft.name} is a draft here, and a draft always asks.`);
  if (workspace.mode === "ask") return ask("workspace-asks", "This workspace asks each time.");
  if (agent.mode === "ask") return ask("agent-asks", "This agent asks each time.");
  return decideByLists(facts);
}

function decideByLists({ workspace, agent, skills, parts, rewritten }: ScriptFacts): DecidedScript {
  if (skills.length === 0)
    return ask("no-skill", "It finds no skill’s files, so no list says anything of it.");
  const held = skills.map((skill) => ({
    skill,
    allowances: [
      workspace.allow.find(({ skillId, digest }) => skillId === skill.skillId && digest === skill.digest),
      ...(agent.mode === "list"
        ? [agent.allow.find(({ skill: name, version }) => name === skill.name && version === skill.version)]
        : []),
    ],
  }));
  for (const { skill, allowances } of held) {
    const missing = allowances.indexOf(undefined);
    if (missing >= 0)
      return ask(
        "skill-not-listed",
        `${skill.name} v${skill.version} is not on the ${listNames[missing]} list.`,
      );
  }
  if (rewritten.length > 0)
    return ask("rewritten", `An earlier script changed ${rewritten[0]}: it is not the listed version’s.`);
  if (parts === null)
    return ask("unreadable", "What this command runs cannot be told from its text, so no list covers it.");
  const lists = listNames
    .map((name, at) => ({
      name,
      allowances: held.flatMap(({ skill, allowances }) => {
        const one = allowances[at];
        return one ? [{ ...one, skill: skill.name }] : [];
      }),
    }))
    .filter(({ allowances }) => allowances.length > 0);
  for (const part of parts)
    for (const { name, allowances } of lists)
      if (!allowances.some((allowance) => covers(allowance, part)))
        return ask("part-not-listed", `${sayPart(part)} is not on the ${name} list.`);
  const named = skills.map(({ name, version }) => `${name} v${version}`).join(", ");
  return {
    decision: "run",
    reason: "listed",
    message: `${named} ${skills.length === 1 ? "is" : "are"} on the list.`,
  };
}

const listNames = ["workspace’s", "agent’s"] as const;

/** A script goes by its file; everything else by the program's name. */
const covers = ({ skill, scripts, commands }: ScriptAllowance, { program, script }: ScriptPart): boolean =>
  script === null
    ? commands.includes(program)
    : script.skill === skill && (scripts.includes("*") || scripts.includes(script.path));

/** What of one version two lists both name, in the words of the first: that alone runs unasked where both count. */
export function allowedByBoth<T extends ScriptAllowance>(first: T, second: ScriptAllowance): T {
  const inBoth = (one: readonly string[], other: readonly string[]) =>
    one.includes("*") ? [...other] : one.filter((name) => other.includes(name) || other.includes("*"));
  return {
    ...first,
    scripts: inBoth(first.scripts, second.scripts),
    commands: first.commands.filter((name) => second.commands.includes(name)),
    hosts: first.hosts.filter((name) => second.hosts.includes(name)),
  };
}

const sayPart = ({ program, script }: ScriptPart): string =>
  script === null ? program : `${script.path} of ${script.skill}`;
