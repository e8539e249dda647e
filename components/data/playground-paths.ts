import { workspacePath } from "./workspace-paths";

/** Addresses of the playground, in one place. */
export const playgroundPath = (workspace: string) => `${workspacePath(workspace)}/playground`;

export const conversationPath = (workspace: string, conversation: string) =>
  `${playgroundPath(workspace)}/${conversation}`;

/** A new conversation with an agent, with a skill's draft in place of its version, and with words to begin with. */
export function newConversationPath(
  workspace: string,
  options: { agent?: string; skill?: string; message?: string } = {},
) {
  const query = new URLSearchParams(Object.entries(options).filter(([, value]) => value)).toString();
  return `${playgroundPath(workspace)}/new${query === "" ? "" : `?${query}`}`;
}

/** Where somebody lands who has just begun: the first message that the example agent suggests, ready to send. */
export const firstMessagePath = (workspace: string) => `${playgroundPath(workspace)}/new?suggested=1`;

/** The log as programs read it: of one line, of the line used last without a `branch`. */
export const eventsAddress = (workspace: string, conversation: string, branch: string | null = null) =>
  `/api/v1/workspaces/${workspace}/conversations/${conversation}/events${branch === null ? "" : `?branch=${branch}`}`;

/** Conversations of real hosts, through the gateway. */
export const liveHostsPath = (workspace: string) => `${playgroundPath(workspace)}/live`;

export const liveHostPath = (workspace: string, session: string) => `${liveHostsPath(workspace)}/${session}`;

/** A session of an agent's own program. */
export const servedPath = (workspace: string, session: string) =>
  `${playgroundPath(workspace)}/delivered/${session}`;

export const servedEventsAddress = (workspace: string, session: string) =>
  `/api/v1/workspaces/${workspace}/served-sessions/${session}/events`;

/** The log of one of them as programs read it. */
export const liveEventsAddress = (workspace: string, session: string) =>
  `/api/v1/workspaces/${workspace}/gateway/sessions/${session}/events`;

export const comparisonsPath = (workspace: string) => `${playgroundPath(workspace)}/compare`;

/** A new comparison that begins with this agent, message and skill. */
export function comparePath(
  workspace: string,
  options: { agent?: string; skill?: string; message?: string; without?: string } = {},
) {
  const { message = "", ...rest } = options;
  const isLong = message.length > longestInQuery;
  const given = isLong ? rest : options;
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value)).toString();
  const fragment = isLong ? `#${new URLSearchParams({ message })}` : "";
  return `${comparisonsPath(workspace)}/new${query === "" ? "" : `?${query}`}${fragment}`;
}

/** Servers refuse long addresses; what stands after `#` is never sent to one. */
const longestInQuery = 1_000;

/** The message that was too long for the query. */
export const messageInFragment = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, "")).get("message") ?? "";

/** A run as one file. */
export const recordingAddress = (workspace: string, conversation: string, run: string) =>
  `/api/v1/workspaces/${workspace}/conversations/${conversation}/runs/${run}/recording`;

export const comparisonPath = (workspace: string, comparison: string) =>
  `${comparisonsPath(workspace)}/${comparison}`;
