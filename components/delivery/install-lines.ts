/** Clients that fetch skills from an address. */
export const installClients = [
  { value: "skills", label: "skills" },
  { value: "git", label: "git" },
  { value: "claude-code", label: "Claude Code" },
  { value: "codex", label: "Codex" },
  { value: "other", label: "Other" },
] as const;
export type InstallClient = (typeof installClients)[number]["value"];

export type InstallLines = {
  lines: readonly string[];
  /** How changes get there; null where the client asks by itself. */
  update: string | null;
  /** What else has to be known. */
  note: string;
};

type Urls = { url: string; gitUrl: string };

/** What is pasted on the machine that is to have the skills. */
export function installLines(client: InstallClient, { url, gitUrl }: Urls): InstallLines {
  const set = (gitUrl.split("/").at(-1) ?? "").replace(/\.git$/, "");
  switch (client) {
    case "skills":
      return {
        lines: [`DISABLE_TELEMETRY=1 npx skills add ${url}`],
        update: "DISABLE_TELEMETRY=1 npx skills update",
        note: "One skill alone: put / and its name behind the address. The address is written into skills-lock.json, and without DISABLE_TELEMETRY sent to the makers of the client. Node below 22.20 gets version 1.5, which does not update: add again there.",
      };
    case "git":
      return {
        lines: [`git clone ${gitUrl}`],
        update: "git pull",
        note: "The skills are in skills/, a folder each. The address is kept in .git/config.",
      };
    case "claude-code":
      return {
        lines: [`claude plugin marketplace add ${gitUrl}`, `claude plugin install ${set}@${set}`],
        update: `claude plugin marketplace update ${set} && claude plugin update ${set}@${set}`,
        note: "All of them come as one plugin. Claude Code calls git, which has to be on the machine.",
      };
    case "codex":
      return {
        lines: [`codex plugin marketplace add ${gitUrl}`, `codex plugin add ${set}@${set}`],
        update: "codex plugin marketplace upgrade",
        note: "All of them come as one plugin. Codex calls git, which has to be on the machine.",
      };
    case "other":
      return {
        lines: [`${url}/.well-known/agent-skills/index.json`, gitUrl],
        update: null,
        note: "The index of Agent Skills Discovery 0.2.0, then the git repository, which is an Agent Plugin and a marketplace at once.",
      };
  }
}
