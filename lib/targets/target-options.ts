/** Where skills can go, with what a person chooses by: light enough for pages. */
export const targetHeads = {
  folder: { title: "Folder", help: "Every byte as it is here, a folder for each skill." },
  "agent-plugin": {
    title: "Agent Plugin",
    help: "plugin.json and skills/ of Agent Plugins 1.0.0: only the fields of the specification.",
  },
  "claude-code": {
    title: "Claude Code",
    help: "A marketplace with one plugin, as `claude plugin marketplace add` takes it.",
  },
  "claude-ai": {
    title: "claude.ai",
    help: "A .skill file for each, as claude.ai and the Skills API take them.",
  },
  codex: {
    title: "Codex",
    help: "A marketplace with one plugin; what models may not run is said in agents/openai.yaml.",
  },
  "gemini-cli": { title: "Gemini CLI", help: "An extension, as `gemini extensions install` takes it." },
  copilot: { title: "GitHub Copilot", help: "A marketplace with one Agent Plugin, for Copilot and VS Code." },
  cursor: { title: "Cursor", help: "A marketplace with one plugin." },
  adk: { title: "ADK", help: "Folders below skills/, as the loader of ADK for Python 2 takes them." },
  lightspeed: {
    title: "Lightspeed",
    help: "Folders below skills/, the block for lightspeed-stack.yaml, and a Kubernetes ConfigMap for each skill.",
  },
  orion: { title: "Orion", help: "Folders below .skills/." },
  linx: { title: "LinX", help: "A folder for each skill, as LinX takes uploads." },
  sisu: { title: "SISU", help: "Folders below .sisu/skills/." },
} as const satisfies Record<string, { title: string; help: string }>;

export type TargetId = keyof typeof targetHeads;

export const isTargetId = (id: string): id is TargetId => Object.hasOwn(targetHeads, id);

const [first, ...rest] = Object.keys(targetHeads).filter(isTargetId);

/** In the order that they are offered in. */
export const targetIds: readonly [TargetId, ...TargetId[]] = [first ?? "folder", ...rest];
