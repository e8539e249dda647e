import { comparePath, newConversationPath } from "./playground-paths";
import { settingsPath } from "./settings-paths";
import { workspacePath } from "./workspace-paths";

/** What the skill's page opens at once when its address asks for it. */
export const skillActs = ["publish", "review", "assign", "export"] as const;
export type SkillAct = (typeof skillActs)[number];

/** Imported skills keep odd names, so every part is encoded. */
export const skillsPath = (workspace: string) => `${workspacePath(workspace)}/skills`;
export const skillPath = (workspace: string, skill: string) =>
  `${skillsPath(workspace)}/${encodeURIComponent(skill)}`;
export const skillEditPath = (workspace: string, skill: string) => `${skillPath(workspace, skill)}/edit`;
/** The skill's page with one of its dialogs open. */
export const skillActPath = (workspace: string, skill: string, act: SkillAct) =>
  `${skillPath(workspace, skill)}?do=${act}`;
export const importPath = (workspace: string, id: string) => `${skillsPath(workspace)}/import/${id}`;
export const rehearseSkillPath = (workspace: string, skill: string) =>
  newConversationPath(workspace, { skill });

export const rulesPath = (workspace: string) => settingsPath(workspace, "rules");
export const rulePath = (workspace: string, rule: string) => `${rulesPath(workspace)}#${rule}`;

/** The browser downloads a skill's files from here. */
export function skillExportUrl(
  workspace: string,
  skill: string,
  {
    version,
    format,
    portable = false,
    target,
  }: { version: string; format: "zip" | "tar.gz"; portable?: boolean; target?: string | undefined },
): string {
  const query = new URLSearchParams({
    version,
    format,
    ...(portable && { portable: "true" }),
    ...(target && { target }),
  });
  return `/api/v1/workspaces/${workspace}/skills/${encodeURIComponent(skill)}/export?${query}`;
}

/** A comparison of the skill's draft with what is assigned, or of an agent with and without the skill. */
export function compareSkillPath(
  workspace: string,
  { skill, agent = "", without }: { skill: string; agent?: string | undefined; without: boolean },
): string {
  return comparePath(workspace, { skill, agent, ...(without && { without: "1" }) });
}
