import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { findSelfCheck, keepSelfCheck } from "../adapters/self-check-rows";
import { checkPlan } from "../checks/check-plan";
import type { SelfCheck, SelfCheckOfRun } from "../checks/check-schema";
import { type OpenModel, openModel } from "../models/open-model";
import { openToolsOnce } from "../models/open-tools";
import { kindOfRun } from "../plans/kind-of-run";
import { planSuiteRun, type SuiteRunPlan } from "../plans/plan-suite-run";
import { type EstimateSuiteRun, estimateSuiteRunSchema, settle } from "../schema";

/**
 * Tries what a run of a trigger suite would try with models that always, never and rightly activate. What was found is
 * kept with the bytes and the agent as they are now. UNPROCESSABLE for what cannot be tried, with the reason.
 */
export async function checkSuite(
  context: Context,
  input: EstimateSuiteRun & { skill: string },
  open: OpenModel = openModel,
): Promise<SelfCheck> {
  requirePermission(context, "playground.rehearse");
  const { skill } = input;
  const settings = settle(estimateSuiteRunSchema.parse(input));
  const skillId = await getSkillId(context, skill);
  if (settings.suite !== "trigger" || settings.repeatOf !== undefined)
    throw new AppError(
      "UNPROCESSABLE",
      "A self-check is of a trigger suite. A run that repeats another one was checked with it.",
    );
  const plan = await planSuiteRun(context, {
    skill,
    skillId,
    settings,
    openModel: open,
    openTools: openToolsOnce,
  });
  return checkAndKeep(context, plan, skill);
}

async function checkAndKeep(context: Context, plan: SuiteRunPlan, skill: string): Promise<SelfCheck> {
  const check = await checkPlan(context, plan, skill);
  await keepSelfCheck(context, plan, check);
  return check;
}

type Starting = { plan: SuiteRunPlan; skill: string; acknowledged: boolean };

/**
 * What a run that a live model answers begins with: the check of exactly this, made now where there is none yet. Null for what has
 * no verdict anyhow, and for runs of tasks.
 */
export async function checkBeforeRun(
  context: Context,
  { plan, skill, acknowledged }: Starting,
): Promise<SelfCheckOfRun | null> {
  if (plan.effect || kindOfRun(plan) !== "live") return null;
  const check = (await findSelfCheck(context, plan)) ?? (await checkAndKeep(context, plan, skill));
  return { ...check, acknowledged };
}
