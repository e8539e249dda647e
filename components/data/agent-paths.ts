import { newConversationPath } from "./playground-paths";
import { workspacePath } from "./workspace-paths";

export const agentsPath = (workspace: string) => `${workspacePath(workspace)}/agents`;
export const agentPath = (workspace: string, agent: string) => `${agentsPath(workspace)}/${agent}`;
export const rehearseAgentPath = (workspace: string, agent: string) =>
  newConversationPath(workspace, { agent });
export const agentRevisionsPath = (workspace: string, agent: string, revision?: number) =>
  `${agentPath(workspace, agent)}/revisions${revision === undefined ? "" : `?revision=${revision}`}`;
