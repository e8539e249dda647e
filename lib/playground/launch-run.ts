import "server-only";
import type { Context } from "@/lib/auth/context";
import { countTokens } from "@/lib/library/count-tokens";
import { sha256 } from "@/lib/platform/crypto";
import { runtimeLimits } from "@/lib/runtime/limits";
import { SkillSession } from "@/lib/runtime/skill-session";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import { librarySource } from "./adapters/library-source";
import { executeRun } from "./execute-run";
import type { RunPlan } from "./plan-run";
import { keepRunning } from "./run-desk";

/** Sets a planned run off; it goes on by itself until its run-finished. */
export function launchRun(context: Context, plan: RunPlan, log: RunLog): void {
  const { started, presentation, runSkills, model } = plan;
  const session = new SkillSession({
    ...presentation,
    skills: runSkills.skills,
    unavailable: runSkills.unavailable,
    budgetCharacters: presentation.dialect.budgetCharacters(model.info.windowTokens),
    limits: runtimeLimits,
    source: librarySource(context, runSkills.packages),
    log,
    countTokens,
    sha256,
  });
  keepRunning(log, (signal) =>
    executeRun({
      log,
      session,
      message: started.message,
      runId: log.place.runId,
      model: model.model,
      meter: model.meter,
      maxOutputTokens: model.maxOutputTokens,
      countedByProvider: model.info.kind === "live",
      countTokens,
      sha256,
      clock: () => performance.now(),
      signal,
    }),
  );
}
