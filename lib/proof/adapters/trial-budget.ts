import "server-only";
import { setTimeout } from "node:timers/promises";
import type { DatabaseContext } from "@/lib/db/client";
import { ModelError } from "@/lib/models/model-error";
import type { Decided } from "../decide-trial";
import type { Budget } from "../trial-meter";
import { reserveStep, type Spending, settleStep } from "./run-spending";

const lookAgainMs = 100;
const reached = "The run has spent what it may: what was done is kept.";

/** Why nothing can be said of a trial or of a pair. */
type Invalid = NonNullable<Decided["invalid"]>;

export type TrialBudget = Pick<Budget, "reserve" | "settle"> & {
  /** Why something is invalid, where the run's own limit may have ended it. */
  whyInvalid<Why extends Invalid | null>(invalid: Why): Why | Invalid;
};

/** What one trial may spend of what its run may. Waits while others have set aside all that is left. */
export function trialBudget(context: DatabaseContext, spending: Spending, signal: AbortSignal): TrialBudget {
  let isReached = false;
  return {
    async reserve(usd) {
      for (;;) {
        const reserved = await reserveStep(context, spending, usd);
        if (reserved === "reserved") return;
        if (reserved === "lost") throw new DOMException("The run has ended.", "AbortError");
        isReached = reserved === "cap";
        if (isReached) throw new ModelError("SPENDING_LIMIT", reached);
        await setTimeout(lookAgainMs, undefined, { signal });
      }
    },
    settle: (reservedUsd, spentUsd) => settleStep(context, spending, { reservedUsd, spentUsd }),
    whyInvalid: (invalid) => (isReached && invalid ? { reason: "cap", message: reached } : invalid),
  };
}
