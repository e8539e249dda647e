import "server-only";
import type { Context } from "@/lib/access/context";
import type { RunPlan } from "@/lib/playground/plan-run";
import { asksRouter } from "@/lib/runtime/mode-steps";
import type { OpenedModel, OpenModel } from "./open-model";

const isRouted = (plans: readonly RunPlan[]): boolean =>
  plans.some(({ presentation }) => asksRouter(presentation.mode));

/** Asked first where a host routes and the agent has another model for it; null where the run's own model does all. */
export async function openRouter(
  context: Context,
  plans: readonly RunPlan[],
  { router, openModel }: { router: string | null; openModel: OpenModel },
): Promise<OpenedModel | null> {
  return router !== null && isRouted(plans) ? openModel(context, router) : null;
}
