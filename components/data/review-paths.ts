import { conversationPath } from "./playground-paths";
import { settingsPath } from "./settings-paths";
import { workspacePath } from "./workspace-paths";

/** Addresses of reviews. */
export const reviewsPath = (workspace: string) => `${workspacePath(workspace)}/reviews`;
export const reviewPath = (workspace: string, number: number) => `${reviewsPath(workspace)}/${number}`;

export const policyPath = (workspace: string) => settingsPath(workspace, "reviews");

/** Leads to a conversation with one of its events selected. */
export const eventPath = (workspace: string, { id, seq }: { id: string; seq: number }) =>
  `${conversationPath(workspace, id)}?event=${seq}`;
