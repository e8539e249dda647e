import "server-only";
import type { Context } from "@/lib/access/context";
import type { Presentation } from "@/lib/agents/choose-presentation";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { sha256 } from "@/lib/platform/crypto";
import { librarySource } from "@/lib/playground/adapters/library-source";
import { routerModel } from "@/lib/playground/adapters/router-model";
import type { RunModel } from "@/lib/playground/ports";
import type { RunSkills } from "@/lib/playground/resolve-run-skills";
import { answerFromStubs } from "@/lib/playground/tool-stubs";
import { SkillSession } from "@/lib/runtime/skill-session";
import { countTokens } from "@/lib/tokens/count-tokens";
import type { FrozenOffer } from "../plans/frozen-offer";
import type { TrialLog } from "./trial-log";

type Setup = {
  presentation: Presentation;
  runSkills: RunSkills;
  model: RunModel;
  router: RunModel;
  stubs: FrozenOffer["stubs"];
  log: TrialLog;
  signal: AbortSignal;
};

/** The playground's own session over a trial's log. What only a person or a server could answer is refused at once. */
export function trialSession(context: Context, setup: Setup): SkillSession {
  const { presentation, runSkills, model, router, stubs, log, signal } = setup;
  return new SkillSession({
    ...presentation,
    skills: runSkills.skills,
    unavailable: runSkills.unavailable,
    budgetCharacters: presentation.dialect.budgetCharacters(model.info.windowTokens),
    cache: packageCaches(),
    source: librarySource(context, runSkills.packages, { withoutTriggers: true }),
    log,
    countTokens,
    sha256,
    routeSkills: routerModel({
      model: router,
      runId: log.place.runId,
      onRetry: async (payload) => void (await log.append({ type: "model-retried", payload })),
      signal,
      clock: () => performance.now(),
    }),
    answerTool: answerFromStubs(stubs, async () => null),
  });
}
