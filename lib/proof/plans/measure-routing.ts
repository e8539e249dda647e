import type { RunPlan } from "@/lib/playground/plan-run";
import { asksRouter } from "@/lib/runtime/mode-steps";
import { countTokens } from "@/lib/tokens/count-tokens";
import { asksLiveModel } from "../models/asks-live-model";
import type { OpenedModel } from "../models/open-model";
import type { Estimate } from "../schema";
import type { Measured } from "./measured-trials";
import { priceOf } from "./price-of";

/** Of what a router is told besides names, descriptions and the message, and of the names that it answers with. */
const promptTokens = 220;
const answerTokens = 90;

export type Routing = { measured: Measured; usd: Estimate["usd"] };

type Routed = {
  plans: readonly RunPlan[];
  model: OpenedModel;
  /** Null where the run's own model routes. */
  router: OpenedModel | null;
  /** Of all cases or tasks. */
  messages: readonly string[];
  /** Trials of each of them in each host. */
  each: number;
};

/**
 * What is asked of the model that chooses first: one request before each trial, with every skill that may be chosen, in
 * hosts that route. Null where none does, or rules choose.
 */
export function measureRouting({ plans, model, router, messages, each }: Routed): Routing | null {
  const asked = router ?? model;
  const routed = plans.filter(({ presentation }) => asksRouter(presentation.mode));
  if (routed.length === 0 || !asksLiveModel([asked])) return null;
  const told = messages.reduce((sum, message) => sum + countTokens(message) + promptTokens, 0);
  const trials = routed.length * messages.length * each;
  const input = routed.reduce((sum, plan) => sum + each * (told + messages.length * tokensOf(plan)), 0);
  const both = (count: number) => ({ low: count, high: count });
  const measured = {
    trials: 0,
    calls: both(trials),
    input: both(input),
    output: both(trials * answerTokens),
  };
  return { measured, usd: priceOf(measured, asked) };
}

const tokensOf = ({ runSkills }: RunPlan): number =>
  runSkills.skills.reduce(
    (sum, { ref, description }) =>
      sum + countTokens(`<skill><name>${ref.name}</name><description>${description}</description></skill>`),
    0,
  );
