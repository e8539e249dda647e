import "server-only";
import type { Context } from "@/lib/access/context";
import { presentAgent } from "@/lib/agents/present-agent";
import { AppError } from "@/lib/kernel/app-error";
import { loadRunSkills } from "@/lib/playground/load-run-skills";
import type { RunPlan } from "@/lib/playground/plan-run";
import type { DialectOffer } from "./frozen-offer";
import type { RepeatedRun } from "./read-repeated-run";

/** What a trial of a repeated run begins with in each of its hosts, from what was frozen with the run; `dialects` are of one arm. */
export async function planRepeat(
  context: Context,
  { offer, model, router, row }: RepeatedRun,
  dialects: readonly DialectOffer[] = offer.dialects,
): Promise<RunPlan[]> {
  const packages = new Map(Object.entries(offer.packages));
  const plans: RunPlan[] = [];
  for (const { started, wording, skills } of dialects) {
    const presentation = await presentAgent(context, { dialect: started.dialect, mode: started.mode });
    const { title } = presentation.dialect;
    if ((presentation.dialect.wording?.digest ?? null) !== wording)
      throw new AppError(
        "UNPROCESSABLE",
        `What ${title} says in its host's own sentences was changed since run ${row.number}. Start a new run.`,
      );
    const pinned = { skills, unavailable: started.unavailable, packages };
    plans.push({
      started,
      stubs: offer.stubs,
      routerModel: (router ?? model).model,
      presentation,
      runSkills: await loadRunSkills(context, pinned, presentation.dialect),
      otherTools: { definitions: [], answer: async () => null },
      model: model.model,
      overrides: {},
    });
  }
  return plans;
}
