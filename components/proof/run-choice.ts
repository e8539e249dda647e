import { isDialectId } from "@/lib/dialects/dialect-heads";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { Estimate, EstimateSuiteRun, SuiteRun } from "@/lib/proof/schema";
import { capProblem } from "./cap-field";

/** What the dialog before a run holds, as its fields have it. */
export type RunChoice = {
  /** "draft", or a version's number. */
  source: string;
  agent: string;
  /** Empty: the agent's own. */
  model: string;
  dialects: readonly string[];
  repeats: string;
  /** US dollars; empty for none. */
  cap: string;
  /** Of a trigger suite alone. */
  wholeMatrix: boolean;
  /** What was answered before is not given again. */
  anew: boolean;
  /** Of tasks alone, who compares answers: empty for the usual one, "none", or the id of a model. */
  judge: string;
  /** Of tasks alone: the last published version is tried beside, and each of these files is left out once. */
  approved: boolean;
  leaveOut: readonly string[];
};

const usualRepeats = 3;
const mostRepeats = 20;
const usualCapUsd = "2.00";

/** The published version that may be tried beside; undefined while there is none that stands. */
export const publishedOf = ({ versions }: Pick<SkillDetail, "versions">) =>
  versions.find(({ withdrawal }) => withdrawal === null);

/** The draft, with the first agent that has the skill. `approved`: with the published version beside it, where there is one. */
export const firstChoice = (
  skill: Pick<SkillDetail, "agents" | "versions">,
  { approved = false }: { approved?: boolean } = {},
): RunChoice => ({
  source: "draft",
  agent: skill.agents[0]?.slug ?? "",
  model: "",
  dialects: [],
  repeats: String(usualRepeats),
  cap: usualCapUsd,
  wholeMatrix: false,
  anew: false,
  judge: "",
  approved: approved && publishedOf(skill) !== undefined,
  leaveOut: [],
});

/** Why this cannot run, in words. */
export function problemOf({ agent, repeats, cap }: RunChoice): string | undefined {
  if (agent === "") return "Choose the agent whose catalogue the skill stands in.";
  const count = Number(repeats);
  if (!Number.isInteger(count) || count < 1 || count > mostRepeats)
    return `Trials each are a number from 1 to ${mostRepeats}.`;
  return capProblem(cap);
}

/** An estimate as it is being asked for: until it is of what is chosen now, nothing of it holds. */
type AskedEstimate = {
  data: Pick<Estimate, "problems"> | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
};

/** Whether the estimate is of another choice, or not there yet. */
export const isAwaited = ({ isPending, isPlaceholderData }: AskedEstimate): boolean =>
  isPending || isPlaceholderData;

/** Why this is not to be started now, by what it would come to. */
export const refusalOf = (estimate: AskedEstimate): string | undefined =>
  isAwaited(estimate) ? "What it would cost is being worked out." : estimate.data?.problems[0];

/** What is sent for a choice without a problem. */
export function toRequest(choice: RunChoice, suite: SuiteRun["suite"] = "trigger"): EstimateSuiteRun {
  const { source, agent, model, dialects, repeats, cap, judge, approved, leaveOut } = choice;
  const { wholeMatrix, anew } = choice;
  const hosts = dialects.filter(isDialectId);
  return {
    suite,
    source: source === "draft" ? { follows: "draft" } : { follows: "version", version: Number(source) },
    agent,
    ...(model === "" ? {} : { model }),
    ...(hosts.length === 0 ? {} : { dialects: hosts }),
    repeats: Number(repeats),
    ...(suite === "trigger" ? { wholeMatrix } : {}),
    ...(suite === "effect" ? { approved } : {}),
    ...(suite === "effect" && judge !== "" ? { judge: judge === "none" ? null : judge } : {}),
    ...(suite === "effect" && leaveOut.length > 0 ? { leaveOut: [...leaveOut] } : {}),
    ...(anew ? { anew } : {}),
    capUsd: cap.trim() === "" ? null : Number(cap),
  };
}
