import type { AgentScripts } from "@/lib/runtime/decide-script";

export const agentScriptWords = {
  workspace: "as the workspace says",
  never: "never",
  ask: "ask each time",
  list: "ask, but for what is listed",
} as const satisfies Record<AgentScripts["mode"], string>;

/** `ask, but for what is listed`, and an entry a line. */
export const sayAgentScripts = ({ mode, allow }: AgentScripts): string =>
  [agentScriptWords[mode], ...allow.map(sayAllowance)].join("\n");

/** `notes v3: scripts/count.py, jq` */
export const sayAllowance = ({
  skill,
  version,
  scripts,
  commands,
  hosts,
}: AgentScripts["allow"][number]): string => {
  const parts = [
    ...scripts.map((path) => (path === "*" ? "all its scripts" : path)),
    ...commands,
    ...hosts.map((host) => `host ${host}`),
  ];
  return `${skill} v${version}: ${parts.length === 0 ? "nothing" : parts.join(", ")}`;
};
