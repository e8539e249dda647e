import type { ScriptAllowance } from "./decide-script";

/** As people write an entry: `notes@3: scripts/count.py, jq, host:api.example.com`; `*` is every script of it. */
export const allowanceExample = "notes@3: scripts/count.py, jq";

export const printAllowances = (list: readonly ScriptAllowance[]): string =>
  list.map(printAllowance).join("\n");

const printAllowance = ({ skill, version, scripts, commands, hosts }: ScriptAllowance): string =>
  `${skill}@${version}: ${[
    ...scripts.map((path) => (path === "*" || path.includes("/") ? path : `./${path}`)),
    ...commands,
    ...hosts.map((host) => `host:${host}`),
  ].join(", ")}`.trimEnd();

/** An entry a line, empty lines between them count for nothing; or what is wrong with the first line that is not one. */
export function parseAllowances(text: string): { list: ScriptAllowance[] } | { problem: string } {
  const list: ScriptAllowance[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [, skill, version, items] = /^\s*([^@:\s]+)@(\d{1,9})\s*(?::(.*))?$/.exec(line) ?? [];
    if (skill === undefined || version === undefined)
      return {
        problem: `Line ${at + 1}: write a skill at a version and what of it runs, like ${allowanceExample}`,
      };
    const entry = readItems(items ?? "");
    if (entry.scripts.length + entry.commands.length === 0)
      return {
        problem: `Line ${at + 1}: say which scripts or commands of ${skill} run; * stands for every script.`,
      };
    list.push({ skill, version: Number(version), ...entry });
  }
  return { list };
}

function readItems(text: string): Pick<ScriptAllowance, "scripts" | "commands" | "hosts"> {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  const isHost = (item: string) => item.startsWith("host:");
  const isScript = (item: string) => item === "*" || item.includes("/");
  return {
    scripts: items.filter((item) => !isHost(item) && isScript(item)).map((item) => item.replace(/^\.\//, "")),
    commands: items.filter((item) => !isHost(item) && !isScript(item)),
    hosts: items.filter(isHost).map((item) => item.slice("host:".length)),
  };
}
