import "server-only";
import { randomUUID } from "node:crypto";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import type { Context } from "@/lib/access/context";
import { freeMeter } from "@/lib/models/free-meter";
import { sha256 } from "@/lib/platform/crypto";
import { executeRun } from "@/lib/playground/execute-run";
import type { RunPlan } from "@/lib/playground/plan-run";
import { asksRouter } from "@/lib/runtime/mode-steps";
import { countTokens } from "@/lib/tokens/count-tokens";
import { armKey } from "../internal/trial-rows";
import type { OpenedModel } from "../models/open-model";
import type { TriedArm } from "../suites/task-schema";
import { keptCall, keptScope } from "../trials/kept-model";
import { TrialLog } from "../trials/trial-log";
import { trialSession } from "../trials/trial-session";
import { groupOf, type KeptTrials } from "./measured-trials";

/** Trials that begin alike: one request, asked once for each repeat. */
export type FirstRequest = {
  plan: RunPlan;
  arm: TriedArm;
  message: string;
};

type Counting = {
  requests: readonly FirstRequest[];
  model: OpenedModel;
  repeats: number;
};

export type KeptCount = {
  /** By the group of its trials. */
  kept: KeptTrials;
  /** Trials that were looked at. */
  looked: number;
  /** Of those, the ones whose first request was answered before. */
  trials: number;
};

/** First requests that are put together for one estimate: the prompts of thousands would take seconds. */
const mostRequests = 200;
const keysAtOnce = 2_000;

/**
 * How many trials begin with a request that was answered before, to the byte. It is put together by the trial's own
 * session and sent nowhere. What follows a kept call of a tool is not known before, nor is what a router chooses.
 */
export async function countKept(
  context: Context,
  { requests, model, repeats }: Counting,
): Promise<KeptCount> {
  const looked = spread(requests.filter(({ plan }) => !asksRouter(plan.presentation.mode)));
  const places: { key: string; group: string }[] = [];
  for (const request of looked) {
    const call = await firstCall(context, model, request);
    if (!call) continue;
    const group = groupOf(request.plan.started.dialect, armKey(request.arm));
    for (let repeat = 1; repeat <= repeats; repeat += 1)
      places.push({ key: sha256(keptCall(keptScope(model.address, repeat), call)), group });
  }
  const answered = await findAnswers(
    context,
    places.map(({ key }) => key),
  );
  const kept = new Map<string, { first: number; whole: number }>();
  let trials = 0;
  for (const { key, group } of places) {
    const goesOn = answered.get(key);
    if (goesOn === undefined) continue;
    trials += 1;
    const sum = kept.get(group) ?? { first: 0, whole: 0 };
    kept.set(group, { first: sum.first + 1, whole: sum.whole + (goesOn ? 0 : 1) });
  }
  return { kept, looked: looked.length * repeats, trials };
}

/** So many of them as are looked at, from all over the list. */
function spread<T>(all: readonly T[]): T[] {
  if (all.length <= mostRequests) return [...all];
  return Array.from(
    { length: mostRequests },
    (_, at) => all[Math.floor((at * all.length) / mostRequests)],
  ).flatMap((one) => (one === undefined ? [] : [one]));
}

const end: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: undefined },
  usage: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: undefined },
    outputTokens: { total: 0, text: 0, reasoning: undefined },
  },
};
const clock = () => performance.now();

/** What the model would be sent first. Null where it would be sent nothing. */
async function firstCall(
  context: Context,
  { model: run }: OpenedModel,
  { plan, message }: FirstRequest,
): Promise<LanguageModelV4CallOptions | null> {
  if (run.info.kind !== "live" || typeof run.model === "string") return null;
  const calls: LanguageModelV4CallOptions[] = [];
  const model = wrapLanguageModel({
    model: run.model,
    middleware: {
      specificationVersion: "v4",
      wrapStream: async ({ params }) => {
        calls.push(params);
        return {
          stream: new ReadableStream({
            start(controller) {
              controller.enqueue(end);
              controller.close();
            },
          }),
        };
      },
    },
  });
  const id = randomUUID();
  const place = { runId: id, branchId: id, conversationId: id, turn: 1, traceId: context.traceId };
  const log = new TrialLog({ ...place, workspaceId: context.workspace.id }, () => ({}));
  const said = { message, messageTokens: countTokens(message) };
  await log.append({ type: "run-started", payload: { ...plan.started, ...said } });
  const { presentation, runSkills, routerModel: router, stubs } = plan;
  const { signal } = new AbortController();
  const setup = { presentation, runSkills, model: run, router, stubs: [...stubs], log, signal };
  await executeRun({
    log,
    message,
    runId: id,
    countTokens,
    sha256,
    clock,
    signal,
    session: trialSession(context, setup),
    model,
    meter: freeMeter,
    maxOutputTokens: run.maxOutputTokens,
    countedByProvider: true,
  });
  return calls[0] ?? null;
}

/** Of the keys that are kept for any run: whether a tool is called in the answer, so that the trial goes on. */
async function findAnswers(
  { db, workspace }: Context,
  keys: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const rows = await db.$queryRaw<{ key: string; goesOn: boolean }[]>`
      SELECT key, parts::text LIKE '%"tool-call"%' AS "goesOn" FROM "KeptAnswer"
      WHERE "workspaceId" = ${workspace.id}::uuid AND "onlyRunId" IS NULL
        AND key = ANY(${keys.slice(at, at + keysAtOnce)}::text[])`;
    for (const { key, goesOn } of rows) found.set(key.trim(), goesOn);
  }
  return found;
}
