import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { type OpenModel, openModel } from "../models/open-model";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import type { Estimate } from "../schema";
import { type NeighbourEstimate, type NeighbourRuns, neighbourRunsSchema } from "./neighbour-run-schema";
import { planNeighbourRuns } from "./plan-neighbour-runs";

/** What `startNeighbourRuns` would start and cost at most; what is kept from before costs nothing, and is not left out. */
export async function estimateNeighbourRuns(
  context: Context,
  input: NeighbourRuns & { skill: string },
  open: OpenModel = openModel,
): Promise<NeighbourEstimate> {
  requirePermission(context, "playground.rehearse");
  const { skill } = input;
  const { runs } = await planNeighbourRuns(context, { ...neighbourRunsSchema.parse(input), skill }, open);
  const each: { skill: string; estimate: Estimate }[] = [];
  for (const { skill: neighbour, input: asked } of runs)
    each.push({
      skill: neighbour,
      estimate: await estimateSuiteRun(context, { ...asked, skill: neighbour }, open),
    });
  return sum(each);
}

function sum(each: readonly { skill: string; estimate: Estimate }[]): NeighbourEstimate {
  const all = each.map(({ estimate }) => estimate);
  const total = (of: (estimate: Estimate) => number) => all.reduce((so, one) => so + of(one), 0);
  const isPriced = all.every(({ usd }) => usd !== null);
  return {
    runs: all.length,
    trials: total(({ trials }) => trials),
    calls: { low: total(({ calls }) => calls.low), high: total(({ calls }) => calls.high) },
    usd: isPriced
      ? { low: total(({ usd }) => usd?.low ?? 0), high: total(({ usd }) => usd?.high ?? 0) }
      : null,
    minutes: { low: total(({ minutes }) => minutes.low), high: total(({ minutes }) => minutes.high) },
    scripted: all.some(({ scripted }) => scripted),
    asksLive: all.some(({ asksLive }) => asksLive),
    neighbours: [...Map.groupBy(each, ({ skill }) => skill)].map(([skill, own]) => ({
      skill,
      cases: own[0]?.estimate.cases ?? 0,
      problems: [...new Set(own.flatMap(({ estimate }) => estimate.problems))],
    })),
  };
}
