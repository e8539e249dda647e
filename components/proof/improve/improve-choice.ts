import type { EstimateImprovement } from "@/lib/improvements/schema";
import { capProblem } from "../cap-field";

/** What the dialog before a search holds, as its fields have it. */
export type ImproveChoice = {
  kind: "improve" | "shorten";
  /** Empty: all skills of the agent. */
  skill: string;
  agent: string;
  /** Empty: as the agent has it. */
  model: string;
  proposer: string;
  repeats: string;
  candidates: string;
  /** Characters. */
  to: string;
  /** US dollars; empty for none. */
  cap: string;
};

const usual = { repeats: "3", candidates: "3", cap: "5.00" } as const;
const most = { repeats: 20, candidates: 5, characters: 1_000_000 } as const;

export const firstImproveChoice = (of: Pick<ImproveChoice, "kind" | "skill" | "agent">): ImproveChoice => ({
  ...of,
  ...usual,
  model: "",
  proposer: "",
  to: "",
});

const isWhole = (text: string, largest: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= largest;

/** Why this cannot begin, in words. */
export function improveProblem({
  kind,
  agent,
  repeats,
  candidates,
  to,
  cap,
}: ImproveChoice): string | undefined {
  if (agent === "") return "Choose the agent whose catalogue the skill stands in.";
  if (!isWhole(repeats, most.repeats)) return `Trials each are a number from 1 to ${most.repeats}.`;
  if (kind === "improve" && !isWhole(candidates, most.candidates))
    return `Candidates are a number from 1 to ${most.candidates}.`;
  if (kind === "shorten" && !isWhole(to, most.characters)) return "Say to how many characters.";
  return capProblem(cap);
}

/** What is sent for a choice without a problem. */
export function toImproveRequest(choice: ImproveChoice): EstimateImprovement {
  const { kind, skill, agent, model, proposer, repeats, candidates, to, cap } = choice;
  return {
    kind,
    agent,
    ...(skill === "" ? {} : { skill }),
    ...(model === "" ? {} : { model }),
    ...(proposer === "" ? {} : { proposer }),
    repeats: Number(repeats),
    ...(kind === "improve" ? { candidates: Number(candidates) } : { to: Number(to) }),
    capUsd: cap.trim() === "" ? null : Number(cap),
  };
}
