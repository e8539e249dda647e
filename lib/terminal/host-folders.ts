/** Where hosts look for skills, from the folder of a project or of a person. */
export const hostFolders = {
  agents: ".agents/skills",
  "claude-code": ".claude/skills",
  codex: ".codex/skills",
  copilot: ".github/skills",
  cursor: ".cursor/skills",
  "gemini-cli": ".gemini/skills",
  orion: ".skills",
  sisu: ".sisu/skills",
} as const;
export type HostFolder = keyof typeof hostFolders;

export const isHostFolder = (id: string): id is HostFolder => Object.hasOwn(hostFolders, id);
