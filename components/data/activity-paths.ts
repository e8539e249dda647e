import { skillPath } from "./skill-paths";
import { roomPath } from "./workspace-paths";

/** Which skills never fire, and which fire together. */
export const activityPath = (workspace: string) => roomPath(workspace, "activity");

/** What happened with one skill: a view of its page. */
export const skillActivityPath = (workspace: string, skill: string) =>
  `${skillPath(workspace, skill)}?view=activity`;
