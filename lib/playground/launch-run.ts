import "server-only";
import type { Context } from "@/lib/access/context";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { RouteSkills } from "@/lib/runtime/ports";
import { SkillSession } from "@/lib/runtime/skill-session";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import { countTokens } from "@/lib/tokens/count-tokens";
import { librarySource } from "./adapters/library-source";
import { routerModel } from "./adapters/router-model";
import { answerByPerson } from "./answer-tools";
import { executeRun } from "./execute-run";
import { findScript } from "./find-script";
import { answerKey } from "./open-replay";
import type { RunPlan } from "./plan-run";
import { RunTimer } from "./run-timer";
import { keepRunning } from "./running-runs";
import { answerFirst, answerFromStubs } from "./tool-stubs";

const clock = () => performance.now();

/** Sets a planned run off; it goes on by itself until its run-finished. */
export function launchRun(context: Context, plan: RunPlan, log: RunLog): void {
  keepRunning(log, async (stop) => {
    const timer = new RunTimer(env().runSeconds * 1000, clock);
    const signal = AbortSignal.any([stop, timer.signal]);
    const { model, started, replay } = plan;
    await executeRun({
      log,
      session: openSession(context, plan, { log, timer, signal }),
      message: started.message,
      runId: log.place.runId,
      model: model.model,
      meter: model.meter,
      maxOutputTokens: model.maxOutputTokens,
      keepExchange: (step, exchange) => log.keepExchange(step, exchange),
      ...(replay ? { recordedRequests: replay.requests } : {}),
      countedByProvider: model.info.kind === "live",
      countTokens,
      sha256,
      clock,
      signal,
      time: timer,
    });
    timer.stop();
  });
}

type Going = { log: RunLog; timer: RunTimer; signal: AbortSignal };

function openSession(context: Context, plan: RunPlan, { log, timer, signal }: Going): SkillSession {
  const { presentation, runSkills, model, stubs, otherTools, replay } = plan;
  const source = librarySource(context, runSkills.packages);
  const offered = runSkills.skills.map(({ ref }) => ref);
  const agentId = plan.started.agent.id;
  const script = findScript(context, {
    agentId,
    log,
    source,
    offered,
    dialect: presentation.dialect,
    signal,
  });
  return new SkillSession({
    ...presentation,
    skills: runSkills.skills,
    unavailable: runSkills.unavailable,
    budgetCharacters: presentation.dialect.budgetCharacters(model.info.windowTokens),
    cache: packageCaches(),
    source,
    log,
    countTokens,
    sha256,
    routeSkills: routerOf(plan, log, signal),
    answerTool: replay
      ? async ({ call }) => replay.toolAnswers.get(answerKey(call)) ?? null
      : answerFromStubs(
          stubs,
          answerFirst(
            otherTools.answer,
            answerByPerson({ db: context.db, log, timer, signal, findScript: script }),
          ),
        ),
  });
}

/** A replay routes as was recorded. What a router's request carried is kept as step 0. */
function routerOf({ replay, routerModel: model }: RunPlan, log: RunLog, signal: AbortSignal): RouteSkills {
  if (replay) {
    const { chosen = [], dropped = [], reasoning = "" } = replay.routed ?? {};
    return async () => ({ selectedSkillNames: [...chosen, ...dropped], reasoning });
  }
  const route = routerModel({
    model,
    runId: log.place.runId,
    onRetry: async (payload) => void (await log.append({ type: "model-retried", payload })),
    signal,
    clock,
  });
  return async (query, candidates) => {
    try {
      return await route(query, candidates);
    } finally {
      const exchange = model.meter.exchange();
      if (exchange) await log.keepExchange(0, exchange);
    }
  };
}
