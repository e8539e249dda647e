/** Addresses of an agent's pages. */
export const agentsPath = (workspace: string) => `/w/${workspace}/agents`;
export const agentPath = (workspace: string, agent: string) => `${agentsPath(workspace)}/${agent}`;
export const rehearseAgentPath = (workspace: string, agent: string) =>
  `/w/${workspace}/playground/new?agent=${encodeURIComponent(agent)}`;
export const agentRevisionsPath = (workspace: string, agent: string, revision?: number) =>
  `${agentPath(workspace, agent)}/revisions${revision === undefined ? "" : `?revision=${revision}`}`;
