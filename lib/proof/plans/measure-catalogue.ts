import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import type { RunPlan } from "@/lib/playground/plan-run";
import { asksRouter } from "@/lib/runtime/mode-steps";
import type { Estimate } from "../schema";
import { TrialLog } from "../trials/trial-log";
import { trialSession } from "../trials/trial-session";

type Measured = { tokens: number; cut: Estimate["cutIn"][number] | null };

/** What every request of a trial in this host carries besides the query, and how much of the skill's description is told. */
export async function measureCatalogue(context: Context, plan: RunPlan, skillId: string): Promise<Measured> {
  const { started, presentation, runSkills, model, routerModel: router, stubs } = plan;
  const id = randomUUID();
  const place = { runId: id, branchId: id, conversationId: id, turn: 1, traceId: context.traceId };
  const log = new TrialLog({ ...place, workspaceId: context.workspace.id }, () => ({}));
  await log.append({ type: "run-started", payload: started });
  const system = started.systemPrompt.tokens + (started.otherToolTokens ?? 0);
  // A router would have to be asked for what it leaves of the catalogue.
  const shown = asksRouter(presentation.mode) ? { ...presentation, mode: "inline" as const } : presentation;
  const signal = new AbortController().signal;
  const setup = { presentation: shown, runSkills, model, router, stubs: [...stubs], log, signal };
  const event = await trialSession(context, setup).injectCatalogue();
  if (event?.type !== "catalogue-injected") return { tokens: system, cut: null };
  const { tokens, toolTokens, truncated, omitted } = event.payload;
  const all = system + tokens + toolTokens;
  const skill = runSkills.skills.find(({ ref }) => ref.skillId === skillId);
  const kept = truncated.find((one) => one.skillId === skillId)?.keptCharacters;
  const sent = omitted.some((one) => one.skillId === skillId) ? 0 : kept;
  if (!skill || sent === undefined) return { tokens: all, cut: null };
  return { tokens: all, cut: { dialect: started.dialect, sent, of: [...skill.description].length } };
}
