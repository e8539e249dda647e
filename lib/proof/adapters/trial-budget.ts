import "server-only";
import { setTimeout } from "node:timers/promises";
import type { DatabaseContext } from "@/lib/db/client";
import { ModelError } from "@/lib/models/model-error";
import type { Decided } from "../trials/decide-trial";
import type { Budget } from "../trials/trial-meter";
import {
  isNothing,
  nothingDue,
  reserveStep,
  type Settlement,
  type Spending,
  settleStep,
} from "./run-spending";

const lookAgainMs = 100;
const reached = "The run has spent what it may: what was done is kept.";

/** Why nothing can be said of a trial or of a pair. */
type Invalid = NonNullable<Decided["invalid"]>;

export type TrialBudget = Pick<Budget, "reserve" | "settle"> & {
  /** What answers did cost and is not settled yet: for the statement that ends the trial. */
  due(): Settlement;
  /** Settles it now: for a trial that does not end. */
  settleDue(): Promise<void>;
  /** Why something is invalid, where the run's own limit may have ended it. */
  whyInvalid<Why extends Invalid | null>(invalid: Why): Why | Invalid;
};

/**
 * What one trial may spend of what its run may. Waits while others have set aside all that is left. What an answer did cost
 * is settled with the next request or with the trial's end, in the same statement: until then all that was set aside counts.
 */
export function trialBudget(context: DatabaseContext, spending: Spending, signal: AbortSignal): TrialBudget {
  let isReached = false;
  let due = nothingDue;
  const settleDue = async () => {
    if (!isNothing(due)) await settleStep(context, spending, due);
    due = nothingDue;
  };
  return {
    due: () => due,
    settleDue,
    async reserve(usd) {
      for (;;) {
        const reserved = await reserveStep(context, spending, usd, due);
        // Then nothing was settled: that is for whoever ends the trial, as ever.
        if (reserved === "lost") throw new DOMException("The run has ended.", "AbortError");
        due = nothingDue;
        if (reserved === "reserved") return;
        isReached = reserved === "cap";
        if (isReached) throw new ModelError("SPENDING_LIMIT", reached);
        await setTimeout(lookAgainMs, undefined, { signal });
      }
    },
    settle(reservedUsd, spentUsd) {
      due = { reservedUsd: due.reservedUsd + reservedUsd, spentUsd: due.spentUsd + spentUsd };
    },
    whyInvalid: (invalid) => (isReached && invalid ? { reason: "cap", message: reached } : invalid),
  };
}
