import "server-only";
import type { Context } from "@/lib/access/context";
import type { Presentation } from "@/lib/agents/choose-presentation";
import { findAgentById } from "@/lib/agents/list-agent-skills";
import { type OtherTools, openOtherTools } from "@/lib/agents/open-other-tools";
import { presentAgent } from "@/lib/agents/present-agent";
import { type ToolStub, toolStubsSchema } from "@/lib/agents/tool-schema";
import { AppError } from "@/lib/kernel/app-error";
import { findModelId } from "@/lib/models/find-model-id";
import type { OverlayEntry, PayloadOf, ToolDefinition } from "@/lib/runtime/events";
import { asksRouter } from "@/lib/runtime/mode-steps";
import { isForModel } from "@/lib/runtime/session-setup";
import type { RunOverrides } from "@/lib/sessions/schema";
import { countTokens } from "@/lib/tokens/count-tokens";
import { findModel } from "./find-model";
import { loadRunSkills } from "./load-run-skills";
import type { Replay } from "./open-replay";
import type { RunModel } from "./ports";
import { type RunSkills, resolveRunSkills } from "./resolve-run-skills";
import { splitSharedTools } from "./split-shared-tools";
import { type SubstituteSkill, substituteSkills } from "./substitute-skills";

/** All that is decided before a run starts. */
export type RunPlan = {
  started: PayloadOf<"run-started">;
  stubs: readonly ToolStub[];
  /** Asked first in router mode. */
  routerModel: RunModel;
  presentation: Presentation;
  runSkills: RunSkills;
  otherTools: OtherTools;
  model: RunModel;
  overrides: RunOverrides;
  /** Of a replay: what was recorded of each step. */
  replay?: Replay;
};

export type RunRequest = {
  agentId: string;
  overlay: readonly OverlayEntry[];
  message: string;
  overrides: RunOverrides;
  /** In the place of the agent's or the asked-for one. */
  model?: RunModel;
  /** Opened already: of many runs of one agent its servers are asked once. */
  otherTools?: OtherTools;
  /** Bytes that no draft or version has, in the place of skills' own. */
  instead?: readonly SubstituteSkill[];
};

/**
 * What a message to an agent comes to. NOT_FOUND when the agent is gone, FORBIDDEN for a system prompt that it does
 * not allow, UNPROCESSABLE for a dialect, mode or model that is not here or does not go together.
 */
export async function planRun(context: Context, request: RunRequest): Promise<RunPlan> {
  const { message, overlay } = request;
  const overrides = await resolveModel(context, compact(request.overrides));
  const agent = await findAgentById(context, request.agentId);
  if (!agent) throw new AppError("NOT_FOUND", "This conversation's agent is gone.");
  const { systemPrompt } = overrides;
  if (systemPrompt !== undefined && !agent.allowRequestPrompt)
    throw new AppError("FORBIDDEN", `${agent.name} does not allow another system prompt for one run.`);
  const presentation = await presentAgent(context, agent, overrides);
  const { wording } = presentation.dialect;
  const model = request.model ?? (await findModel(context, overrides.model ?? agent.model, wording));
  const router = asksRouter(presentation.mode) ? agent.routerModel : null;
  const routerModel = router === null || request.model ? model : await findModel(context, router);
  const followed = await resolveRunSkills(context, agent.id, overlay);
  const resolved = request.instead ? substituteSkills(followed, request.instead) : followed;
  const runSkills = await loadRunSkills(context, resolved, presentation.dialect);
  const otherTools =
    request.otherTools ?? (await openOtherTools(context, { agentId: agent.id, askServers: !request.model }));
  const tools = splitSharedTools(
    otherTools.definitions,
    presentation.dialect,
    runSkills.skills.some(isForModel),
  );
  const prompt = systemPrompt ?? agent.instructions;
  const { id, slug, name, revision } = agent;
  return {
    stubs: toolStubsSchema.safeParse(agent.toolStubs).data ?? [],
    model,
    routerModel,
    presentation,
    runSkills,
    otherTools,
    overrides,
    started: {
      message,
      messageTokens: countTokens(message),
      startedBy: { id: context.actor.userId, name: context.actor.name },
      agent: { id, slug, name, revision },
      model: model.info,
      dialect: presentation.dialect.id,
      mode: presentation.mode,
      overlay: [...overlay],
      systemPrompt: {
        text: prompt,
        tokens: countTokens(prompt),
        source: systemPrompt === undefined ? "agent" : "request",
      },
      offered: runSkills.skills.map(({ ref }) => ref),
      unavailable: runSkills.unavailable,
      ...offeredTools(tools.offered, tools.shared),
      overridden: (["dialect", "mode", "model"] as const).filter((key) => overrides[key] !== undefined),
    },
  };
}

/** What run-started says of tools that belong to no skill; nothing when there are none. */
export const offeredTools = (
  definitions: readonly ToolDefinition[],
  shared: readonly string[],
): Pick<PayloadOf<"run-started">, "otherTools" | "otherToolTokens" | "sharedTools"> => ({
  ...(definitions.length === 0
    ? {}
    : { otherTools: [...definitions], otherToolTokens: countTokens(JSON.stringify(definitions)) }),
  ...(shared.length === 0 ? {} : { sharedTools: [...shared] }),
});

/** A model that was asked for by its name is kept by its id, which no new name changes. */
async function resolveModel(context: Context, overrides: RunOverrides): Promise<RunOverrides> {
  const { model } = overrides;
  return model === undefined ? overrides : { ...overrides, model: await findModelId(context, model) };
}

/** Without the keys that say nothing, so that they do not count as set. */
function compact({ dialect, mode, model, systemPrompt }: RunOverrides): RunOverrides {
  return {
    ...(dialect === undefined ? {} : { dialect }),
    ...(mode === undefined ? {} : { mode }),
    ...(model === undefined ? {} : { model }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
  };
}
