import "server-only";
import { findAgentById } from "@/lib/agents/list-agent-skills";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { findDialect } from "@/lib/dialects/find-dialect";
import { AppError } from "@/lib/kernel/app-error";
import { countTokens } from "@/lib/library/count-tokens";
import { sha256 } from "@/lib/platform/crypto";
import type { PayloadOf } from "@/lib/runtime/events";
import { catalogueBudget, runtimeLimits } from "@/lib/runtime/limits";
import type { SessionSetup } from "@/lib/runtime/session-setup";
import { SkillSession } from "@/lib/runtime/skill-session";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import { findRunByKey, openRun } from "@/lib/sessions/commands/open-run";
import { getConversation } from "@/lib/sessions/queries";
import { type Conversation, type Run, type StartRun, startRunSchema } from "@/lib/sessions/schema";
import { librarySource } from "./adapters/library-source";
import { executeRun } from "./execute-run";
import { findModel, type RunModel } from "./find-model";
import { type RunSkills, resolveRunSkills } from "./resolve-run-skills";
import { deskOwner, keepRunning } from "./run-desk";

type Plan = {
  started: PayloadOf<"run-started">;
  presentation: Pick<SessionSetup, "dialect" | "mode">;
  runSkills: RunSkills;
  model: RunModel;
};

const presentedModes = ["inline", "search", "auto"] as const;

/**
 * Starts a run and answers at once; it goes on by itself. CONFLICT while another run of the conversation goes on,
 * FORBIDDEN for a system prompt that the agent does not allow. The same request key gives the same run.
 */
export async function startRun(context: Context, input: StartRun & { conversation: string }): Promise<Run> {
  requirePermission(context, "playground.rehearse");
  const request = startRunSchema.parse(input);
  const conversation = await getConversation(context, input.conversation);
  const requestKey = request.requestKey ?? null;
  const repeated = await findRunByKey(context, { conversation: conversation.id, requestKey });
  if (repeated) return repeated;
  const plan = await planRun(context, conversation, request);
  const { run, log } = await openRun(context, {
    conversation: conversation.id,
    requestKey,
    owner: deskOwner(),
    started: plan.started,
  });
  if (log) setOff(context, plan, log);
  return run;
}

async function planRun(
  context: Context,
  conversation: Conversation,
  { message, systemPrompt }: StartRun,
): Promise<Plan> {
  const agent = await findAgentById(context, conversation.agent.id);
  if (!agent) throw new AppError("NOT_FOUND", "This conversation's agent is gone.");
  if (systemPrompt !== undefined && !agent.allowRequestPrompt)
    throw new AppError("FORBIDDEN", `${agent.name} does not allow another system prompt for one run.`);
  const presentation = requirePresentation(agent);
  const model = findModel(agent.model);
  const runSkills = await resolveRunSkills(context, agent.id, conversation.overlay);
  const prompt = systemPrompt ?? agent.instructions;
  const { id, slug, name, revision } = agent;
  return {
    model,
    presentation,
    runSkills,
    started: {
      message,
      messageTokens: countTokens(message),
      startedBy: { id: context.actor.userId, name: context.actor.name },
      agent: { id, slug, name, revision },
      model: model.info,
      dialect: agent.dialect,
      mode: presentation.mode,
      overlay: conversation.overlay,
      systemPrompt: {
        text: prompt,
        tokens: countTokens(prompt),
        source: systemPrompt === undefined ? "agent" : "request",
      },
      offered: runSkills.skills.map(({ ref }) => ref),
      unavailable: runSkills.unavailable,
    },
  };
}

/** What this release can present; an agent made by a later one may ask for more. */
function requirePresentation(agent: { dialect: string; mode: string }) {
  const dialect = findDialect(agent.dialect);
  const mode = presentedModes.find((known) => known === agent.mode);
  if (dialect && mode) return { dialect, mode };
  throw new AppError(
    "UNPROCESSABLE",
    `This release cannot run ${agent.mode} mode in the ${agent.dialect} dialect.`,
  );
}

function setOff(context: Context, { started, presentation, runSkills, model }: Plan, log: RunLog): void {
  const session = new SkillSession({
    ...presentation,
    skills: runSkills.skills,
    unavailable: runSkills.unavailable,
    budgetCharacters: catalogueBudget(model.info.windowTokens),
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
      model: model.model,
      countedByProvider: model.info.kind === "live",
      countTokens,
      sha256,
      clock: () => performance.now(),
      signal,
    }),
  );
}
