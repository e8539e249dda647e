import { skillPath } from "./skill-paths";

export const proofTabs = ["cases", "hosts", "runs", "edit"] as const;
export type ProofTab = (typeof proofTabs)[number];

/** The trigger suite of a skill, with its newest run. */
export const proofPath = (workspace: string, skill: string, tab: ProofTab = "cases") =>
  `${skillPath(workspace, skill)}/proof${tab === "cases" ? "" : `?tab=${tab}`}`;

/** One run of it. */
export const suiteRunPath = (workspace: string, skill: string, run: number) =>
  `${skillPath(workspace, skill)}/proof/${run}`;
