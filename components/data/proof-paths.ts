import { agentPath } from "./agent-paths";
import { skillPath } from "./skill-paths";

export const proofTabs = ["cases", "hosts", "history", "runs", "edit"] as const;
export type ProofTab = (typeof proofTabs)[number];

/** The trigger suite of a skill, with its newest run. */
export const proofPath = (workspace: string, skill: string, tab: ProofTab = "cases") =>
  `${skillPath(workspace, skill)}/proof${tab === "cases" ? "" : `?tab=${tab}`}`;

export const effectTabs = ["result", "label", "history", "runs", "edit"] as const;
export type EffectTab = (typeof effectTabs)[number];

/** What the skill does for tasks, with the newest run of them. */
export const effectPath = (workspace: string, skill: string, tab: EffectTab = "result") =>
  `${skillPath(workspace, skill)}/proof/effect${tab === "result" ? "" : `?tab=${tab}`}`;

/** Searches for a better description of a skill; the newest, unless one is named by its id. */
export const improvePath = (workspace: string, skill: string, search?: string) =>
  `${skillPath(workspace, skill)}/proof/improve${search === undefined ? "" : `?search=${search}`}`;

/** Searches for shorter descriptions of what an agent has. */
export const shortenPath = (workspace: string, agent: string, search?: string) =>
  `${agentPath(workspace, agent)}/shorten${search === undefined ? "" : `?search=${search}`}`;

/** One run, of cases or of tasks. */
export const suiteRunPath = (workspace: string, skill: string, run: number) =>
  `${skillPath(workspace, skill)}/proof/${run}`;
