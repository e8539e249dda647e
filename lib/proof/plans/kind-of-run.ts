import type { RunModel } from "@/lib/playground/ports";

type Kind = RunModel["info"]["kind"];
type Opened = { model: Pick<RunModel, "info"> };

/** From what proves nothing to what does. */
const kinds = ["rules", "recording", "live"] as const satisfies readonly Kind[];

/**
 * Who answers in a run: the weaker of the model and the router that chooses what it is offered. A live model that rules
 * showed the right skill to, or rules that a live router chose for, say nothing of how well a skill is found.
 */
export const kindOfRun = ({ model, router }: { model: Opened; router: Opened | null }): Kind =>
  kinds.find((kind) => [model, router].some((one) => one?.model.info.kind === kind)) ?? "rules";
