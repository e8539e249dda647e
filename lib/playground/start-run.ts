import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { findRunByKey, openRun, type RunLine } from "@/lib/sessions/commands/open-run";
import { getConversation } from "@/lib/sessions/queries";
import {
  type Conversation,
  type Run,
  type RunOverrides,
  type StartRun,
  startRunSchema,
} from "@/lib/sessions/schema";
import { launchRun } from "./launch-run";
import { planRun, type RunPlan } from "./plan-run";
import { leaseHolder } from "./running-runs";

/**
 * Starts a run and answers at once; it goes on by itself. CONFLICT while another run of the line goes on, FORBIDDEN
 * for a system prompt that the agent does not allow. The same request key gives the same run.
 */
export async function startRun(context: Context, input: StartRun & { conversation: string }): Promise<Run> {
  requirePermission(context, "playground.rehearse");
  const { message, requestKey = null, branch, ...overrides } = startRunSchema.parse(input);
  const conversation = await getConversation(context, input.conversation);
  const repeated = await findRunByKey(context, { conversation: conversation.id, requestKey });
  if (repeated) return repeated;
  const plan = await planFor(context, conversation, { message, overrides });
  return startPlanned(context, conversation, plan, {
    requestKey,
    line: { kind: "branch", id: branch ?? null },
  });
}

/** The plan of a message to a conversation's agent, under its overlay. */
export async function planFor(
  context: Context,
  conversation: Conversation,
  request: { message: string; overrides: RunOverrides; model?: RunPlan["model"] },
): Promise<RunPlan> {
  if (conversation.recordingOf !== null)
    throw new AppError("UNPROCESSABLE", "This is a recording from elsewhere: it can be read, not continued.");
  if (!conversation.agent) throw new AppError("NOT_FOUND", "This conversation's agent is gone.");
  return planRun(context, {
    agentId: conversation.agent.id,
    overlay: conversation.overlay,
    ...request,
  });
}

type Start = { requestKey: string | null; line: RunLine; expectations?: Record<string, unknown> | null };

/** Opens a planned run and sets it off, unless its request key was used. */
export async function startPlanned(
  context: Context,
  conversation: Pick<Conversation, "id">,
  plan: RunPlan,
  start: Start,
): Promise<Run> {
  const { run, log } = await openRun(context, {
    conversation: conversation.id,
    owner: leaseHolder(),
    started: plan.started,
    overrides: plan.overrides,
    ...start,
  });
  if (log) launchRun(context, plan, log);
  return run;
}
