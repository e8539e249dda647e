import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { type OpenModel, openModel } from "@/lib/proof/models/open-model";
import type { Estimate } from "@/lib/proof/schema";
import { type PlannedStep, planRadar } from "./plan-radar";
import { type EstimateRadar, estimateRadarSchema, type RadarEstimate } from "./schema";

/** What a radar run would be and cost. Asks no model. Throws as `planRadar` does. */
export async function estimateRadar(
  context: Context,
  input: EstimateRadar,
  open: OpenModel = openModel,
): Promise<RadarEstimate> {
  requirePermission(context, "playground.rehearse");
  const { model, steps, refusals } = await planRadar(context, estimateRadarSchema.parse(input), open);
  const estimates = steps.flatMap(({ estimate }) => estimate ?? []);
  const nothing = estimates.length === 0 && steps[0]?.problem;
  return {
    model,
    steps: steps.map(toStep),
    skills: new Set(steps.map(({ skill }) => skill)).size,
    ...sumOf(estimates),
    problems: [
      ...refusals.map(({ message }) => message),
      ...(nothing ? [`None of these skills can be tried. ${steps[0]?.skill}: ${nothing}`] : []),
    ],
  };
}

const toStep = ({ skill, suite, role, estimate, againstRunId, problem }: PlannedStep) => ({
  skill,
  suite,
  role,
  problem,
  calls: estimate?.calls ?? { low: 0, high: 0 },
  usd: estimate?.usd ?? null,
  hasEarlier: againstRunId !== null,
});

/** They run one after the other, so that minutes add up as well. */
function sumOf(estimates: readonly Estimate[]): Pick<RadarEstimate, "calls" | "tokens" | "usd" | "minutes"> {
  const sum = (of: (estimate: Estimate) => number) => estimates.reduce((total, one) => total + of(one), 0);
  const isKnown = estimates.every(({ usd }) => usd !== null);
  return {
    calls: { low: sum(({ calls }) => calls.low), high: sum(({ calls }) => calls.high) },
    tokens: { input: sum(({ tokens }) => tokens.input), output: sum(({ tokens }) => tokens.output) },
    usd: isKnown ? { low: sum(({ usd }) => usd?.low ?? 0), high: sum(({ usd }) => usd?.high ?? 0) } : null,
    minutes: { low: sum(({ minutes }) => minutes.low), high: sum(({ minutes }) => minutes.high) },
  };
}
