import { roomPath } from "./workspace-paths";

/** What a new model makes of the skills: the newest run. */
export const radarPath = (workspace: string) => roomPath(workspace, "radar");

/** The same with the dialog for a new run open, and this model chosen in it. */
export const newRadarPath = (workspace: string, model?: string) =>
  `${radarPath(workspace)}?new=${model ?? ""}`;

export const radarRunPath = (workspace: string, run: number) => `${radarPath(workspace)}?run=${run}`;
