import type { BatchItem } from "../schema";
import type { ActOutcome } from "./act-outcome";
import type { Chosen } from "./find-chosen";
import type { Target } from "./find-target";
import type { Problem } from "./problem-of";

export const itemOf = ({ id, name, revision }: Target, deed: ActOutcome): BatchItem => ({
  skill: { id, name, revision },
  ...deed,
});

export const refusedItem = ({ name }: Chosen, problem: Problem): BatchItem => ({
  skill: { name },
  outcome: "refused",
  summary: problem.message,
  problem,
});
