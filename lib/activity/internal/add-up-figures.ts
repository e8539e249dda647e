import type { ActivityOutcome } from "@/lib/runtime/count-activity";
import { proportionOf } from "@/lib/statistics/wilson-interval";
import type { ActivityFigures } from "../schema";

export type OutcomeSum = { outcome: ActivityOutcome; count: number; turns: number; tokens: number };

const could: readonly ActivityOutcome[] = [
  "activated",
  "repeated",
  "already-active",
  "refused",
  "not-chosen",
];
const was: readonly ActivityOutcome[] = ["activated", "repeated", "already-active"];

/** Counts by outcome as one row of figures. */
export function addUpFigures(sums: readonly OutcomeSum[]): ActivityFigures {
  const total = (outcome: ActivityOutcome, part: "count" | "tokens" = "count") =>
    sums.reduce((sum, one) => sum + (one.outcome === outcome ? one[part] : 0), 0);
  const turns = (outcomes: readonly ActivityOutcome[]) =>
    sums.reduce((sum, one) => sum + (outcomes.includes(one.outcome) ? one.turns : 0), 0);
  return {
    activated: total("activated"),
    repeated: total("repeated"),
    alreadyActive: total("already-active"),
    refused: total("refused"),
    notChosen: total("not-chosen"),
    inPrompt: total("in-prompt"),
    held: total("held"),
    notOffered: total("not-offered"),
    tokensInjected: total("activated", "tokens"),
    tokensRepeated: total("repeated", "tokens"),
    tokensSaved: total("already-active", "tokens"),
    share: proportionOf(turns(was), turns(could)),
  };
}
