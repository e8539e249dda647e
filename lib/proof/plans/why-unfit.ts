import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { findNamedRun } from "../proven/find-compared-run";
import type { SuiteRunSettings } from "../schema";
import { kindOfRun } from "./kind-of-run";
import type { SuiteRunPlan } from "./plan-suite-run";

const tried = z.array(z.object({ id: z.string() }));

/** In words, before anything is spent: why what is planned cannot be compared with the run that is named; null where it can. */
export async function whyUnfit(
  context: WorkspaceContext,
  plan: SuiteRunPlan,
  { against, suite }: SuiteRunSettings,
): Promise<string | null> {
  if (against === undefined) return null;
  const { skillId, beside, offer, effect, cases } = plan;
  const row = {
    id: null,
    skillId,
    suite,
    agentId: plan.agent.id,
    besideSkillId: beside?.skillId ?? null,
    besideDigest: beside?.digest ?? null,
    modelKind: kindOfRun(plan),
    answeredAs: [],
    offer,
  };
  try {
    const named = await findNamedRun(context, row, against);
    const own = new Set((effect?.tasks ?? cases).map(({ id }) => id));
    const isShared = tried.parse(named.tried).some(({ id }) => own.has(id));
    return isShared
      ? null
      : `Run ${against} has no ${effect ? "task" : "case"} in common with what would be tried.`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
