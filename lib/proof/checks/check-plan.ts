import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { freeMeter } from "@/lib/models/free-meter";
import type { RunModel } from "@/lib/playground/ports";
import type { SessionEvent } from "@/lib/runtime/events";
import { type CheckedHost, type CheckedSession, judgeSelfCheck } from "@/lib/verdicts/judge-self-check";
import { plantedChoice, plantedModels } from "@/lib/verdicts/planted-models";
import type { SuiteRunPlan } from "../plans/plan-suite-run";
import type { TriedCase } from "../suites/case-schema";
import { decideEarly, decideTrial } from "../trials/decide-trial";
import { offerOfArm } from "../trials/offer-of-arm";
import { presentTrial } from "../trials/present-trial";
import { runTrial } from "../trials/run-trial";
import type { SelfCheck } from "./check-schema";
import { PlantedModel } from "./planted-model";
import { sampleCases } from "./sample-cases";

/** Sessions of one check, whatever the suite: some seconds. Each host tries one case at least. */
const mostSessions = 240;
const mostFaults = 50;
const arm = { arm: "found", leftOut: null } as const;
const clock = () => performance.now();

type Planned = Pick<SuiteRunPlan, "skillId" | "agent" | "plans" | "model" | "cases" | "candidate" | "offer">;
type Host = CheckedHost & Pick<Parameters<typeof runTrial>[1], "presentation" | "runSkills" | "offer">;

/**
 * Carries a plan out with models of which it is known what they come to: the sessions are those of a run, with the same
 * catalogue, tools and bytes. Asks no model, keeps no session, costs nothing.
 */
export async function checkPlan(context: Context, plan: Planned, skill: string): Promise<SelfCheck> {
  const startedAt = clock();
  const { cases, candidate, agent } = plan;
  const hosts: Host[] = [];
  for (const { presentation } of plan.plans) hosts.push(await openHost(context, plan, presentation.dialect));
  const most = Math.max(1, Math.floor(mostSessions / (hosts.length * plantedModels.length)));
  const tried = sampleCases(cases, most);
  const sessions: CheckedSession[] = [];
  for (const host of hosts)
    for (const one of tried)
      for (const model of plantedModels) {
        const choice = plantedChoice(model, one.expected, skill);
        const { events, hadTool } = await session(context, plan, { host, tried: one, choice, skill });
        const found = readSession(events, { tried: one, skill, plan });
        sessions.push({ dialect: host.dialect, model, case: one.id, hadTool, ...found });
      }
  const judged = judgeSelfCheck({ skill, cases, hosts, sessions });
  return {
    ...judged,
    faults: judged.faults.slice(0, mostFaults),
    faultsInAll: judged.faults.length,
    cases: { tried: tried.length, of: cases.length },
    sessions: sessions.length,
    digest: candidate.digest,
    agent: { slug: agent.slug, name: agent.name, revision: agent.revision },
    durationMs: Math.round(clock() - startedAt),
    checkedAt: context.now().toISOString(),
  };
}

async function openHost(
  context: Context,
  plan: Planned,
  { id, title }: { id: string; title: string },
): Promise<Host> {
  const asked = { dialect: id, arm, skillId: plan.skillId, digest: plan.candidate.digest };
  const { offer, packages } = await offerOfArm(context, plan.offer, asked);
  const presented = await presentTrial(context, { offer, packages });
  const offered = presented.runSkills.skills.map(({ ref }) => ref.name);
  return { dialect: id, name: title, offered, offer, ...presented };
}

type Asked = { host: Host; tried: TriedCase; choice: string | null; skill: string };

async function session(context: Context, plan: Planned, { host, tried, choice, skill }: Asked) {
  const planted = new PlantedModel(choice);
  const { info, maxOutputTokens } = plan.model.model;
  // As the run's own, so that the same budgets cut the same descriptions.
  const model: RunModel = {
    model: planted,
    info: { ...info, kind: "live" },
    maxOutputTokens,
    meter: freeMeter,
  };
  const id = randomUUID();
  const { traceId, workspace } = context;
  const events = await runTrial(context, {
    presentation: host.presentation,
    runSkills: host.runSkills,
    offer: host.offer,
    stubs: plan.offer.stubs,
    place: { runId: id, branchId: id, conversationId: id, turn: 1, traceId, workspaceId: workspace.id },
    model,
    router: model,
    message: tried.query,
    marksOf: () => ({}),
    signal: new AbortController().signal,
    isEnough: (events) => decideEarly(events, { expected: tried.expected, skill }) !== null,
    clock,
    now: context.now,
  });
  return { events, hadTool: planted.hadTool };
}

type Read = { tried: TriedCase; skill: string; plan: Planned };

function readSession(events: readonly SessionEvent[], { tried, skill, plan }: Read) {
  const { outcome, activated, by, invalid } = decideTrial(events, { expected: tried.expected, skill });
  const came = events.flatMap((event) =>
    event.type === "skill-activated" || event.type === "skill-reactivated" ? [event.payload] : [],
  );
  const refused = events.flatMap((event) => (event.type === "request-refused" ? [event.payload] : []));
  return {
    outcome,
    activated,
    by,
    invalid,
    byHost: came.flatMap(({ askedBy, skill }) => (askedBy === "person" ? [skill.name] : [])),
    otherBytes: came.some(
      ({ skill: { name, skillId, digest } }) =>
        name === skill && (skillId !== plan.skillId || digest !== plan.candidate.digest),
    ),
    refusal: refused.at(-1)?.message ?? null,
  };
}
