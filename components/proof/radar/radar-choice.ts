import type { EstimateRadar, RadarEstimate } from "@/lib/radar/schema";
import { capProblem } from "../cap-field";

/** What the dialog before a run holds, as its fields have it. */
export type RadarChoice = {
  model: string;
  /** Empty: whatever was measured last. */
  against: string;
  /** Empty: all of the workspace. */
  agent: string;
  /** Null: all that can be tried. */
  skills: readonly string[] | null;
  repeats: string;
  /** US dollars over all; empty for none. */
  cap: string;
};

const usualRepeats = 3;
const mostRepeats = 20;
const usualCapUsd = "5.00";

export const firstRadarChoice = (model: string): RadarChoice => ({
  model,
  against: "",
  agent: "",
  skills: null,
  repeats: String(usualRepeats),
  cap: usualCapUsd,
});

/** Why this cannot run, in words. */
export function radarProblem({ model, against, skills, repeats, cap }: RadarChoice): string | undefined {
  if (model === "") return "Choose the new model.";
  if (model === against) return "The earlier model is the new one. Choose another, or none.";
  if (skills?.length === 0) return "Choose at least one skill.";
  const count = Number(repeats);
  if (!Number.isInteger(count) || count < 1 || count > mostRepeats)
    return `Trials each are a number from 1 to ${mostRepeats}.`;
  return capProblem(cap);
}

/** What is sent for a choice without a problem. */
export function toRadarRequest({ model, against, agent, skills, repeats, cap }: RadarChoice): EstimateRadar {
  return {
    model,
    repeats: Number(repeats),
    capUsd: cap.trim() === "" ? null : Number(cap),
    ...(against === "" ? {} : { against }),
    ...(agent === "" ? {} : { agent }),
    ...(skills === null ? {} : { skills: [...skills] }),
  };
}

type Asked = {
  data: Pick<RadarEstimate, "problems"> | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
};

/** Whether the estimate is of another choice, or not there yet. */
export const isAwaited = ({ isPending, isPlaceholderData }: Asked): boolean => isPending || isPlaceholderData;

/** Why this is not to be started now, by what it would come to. */
export const radarRefusal = (asked: Asked): string | undefined =>
  asked.error
    ? asked.error.message
    : isAwaited(asked)
      ? "What it would cost is being worked out."
      : asked.data?.problems[0];
