import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { type OpenModel, openModel } from "../models/open-model";
import {
  type NeighbourRuns,
  neighbourRunsSchema,
  type StartedNeighbours,
} from "../neighbours/neighbour-run-schema";
import { planNeighbourRuns } from "../neighbours/plan-neighbour-runs";
import { startSuiteRun } from "./start-suite-run";

/** Told of the one that cannot start, while the others do. */
const ofOne: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "CONFLICT"]);

/**
 * Starts the runs that say what the draft of a skill does to its neighbours, one by one: what cannot start is named and
 * the others go on. What was answered to the very same request before is not asked again.
 */
export async function startNeighbourRuns(
  context: Context,
  input: NeighbourRuns & { skill: string },
  open: OpenModel = openModel,
): Promise<StartedNeighbours> {
  requirePermission(context, "playground.rehearse");
  const { skill } = input;
  const plan = await planNeighbourRuns(context, { ...neighbourRunsSchema.parse(input), skill }, open);
  const started: StartedNeighbours["started"] = [];
  const refused = [...plan.refused];
  for (const { skill: neighbour, beside, input: asked } of plan.runs) {
    try {
      const { number } = await startSuiteRun(context, { ...asked, skill: neighbour }, open);
      started.push({ skill: neighbour, number, beside });
    } catch (error) {
      if (!(error instanceof AppError && ofOne.has(error.code))) throw error;
      refused.push({ skill: neighbour, reason: error.message });
    }
  }
  return { started, refused };
}
