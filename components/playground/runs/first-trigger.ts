import type { Feedback } from "@/lib/sessions/schema";

/** Whether a message should activate a skill; empty: that is no part of the case. */
export type Trigger = "" | "yes" | "no";

type Judged = {
  /** The turn activated a skill. */
  activated: boolean;
  about: "suite" | undefined;
  /** This person's thumb on the turn. */
  verdict: Feedback["verdict"] | undefined;
};

/** What is chosen first: what happened; for a suite, after a thumb down, that something else should have. */
export function firstTrigger({ activated, about, verdict }: Judged): Trigger {
  if (about === "suite" && verdict === "down") return activated ? "no" : "yes";
  return activated ? "yes" : "";
}
