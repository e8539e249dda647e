import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { findRunByKey } from "@/lib/sessions/commands/open-run";
import { getConversation, getRunOrigin, type RunOrigin } from "@/lib/sessions/queries";
import {
  type BranchedRun,
  type Conversation,
  type EditRun,
  editRunSchema,
  type RepeatRun,
  type ReplayRun,
  type Run,
  type RunOverrides,
  repeatRunSchema,
  replayRunSchema,
} from "@/lib/sessions/schema";
import { openReplay } from "./open-replay";
import { offeredTools, type RunPlan } from "./plan-run";
import { planFor, startPlanned } from "./start-run";

type OfRun = { conversation: string; run: string };

/** Another message in the place of a run's, answered at once in a new line; the old line stays as it is. */
export async function editRun(context: Context, input: EditRun & OfRun): Promise<BranchedRun> {
  const { message, requestKey = null, ...overrides } = editRunSchema.parse(input);
  return inNewLine(context, input, { requestKey, reason: "edit" }, (conversation, origin) =>
    planFor(context, conversation, { message, overrides: { ...origin.overrides, ...defined(overrides) } }),
  );
}

/** The same message once more, in a new line: the model is asked again. */
export async function repeatRun(context: Context, input: RepeatRun & OfRun): Promise<BranchedRun> {
  const { requestKey = null, ...overrides } = repeatRunSchema.parse(input);
  return inNewLine(context, input, { requestKey, reason: "re-run" }, (conversation, origin) =>
    planFor(context, conversation, {
      message: origin.message,
      overrides: { ...origin.overrides, ...defined(overrides) },
    }),
  );
}

/**
 * Plays a run's recording in a new line, and says so: no model and no server is asked. Skills are what they are now,
 * so each step tells whether its request is still the recorded one. CONFLICT while the run goes on.
 */
export async function replayRun(context: Context, input: ReplayRun & OfRun): Promise<BranchedRun> {
  const { requestKey = null, fast } = replayRunSchema.parse(input);
  return inNewLine(context, input, { requestKey, reason: "replay" }, async (conversation, origin) => {
    if (origin.state === "running")
      throw new AppError("CONFLICT", "This run goes on: there is no whole recording of it yet.");
    const { model, replay } = await openReplay(context, origin, fast);
    const { model: ___, ...overrides } = origin.overrides;
    const plan = await planFor(context, conversation, { message: origin.message, overrides, model });
    const { otherTools: _, otherToolTokens: __, sharedTools: ____, ...started } = plan.started;
    const offered = offeredTools(replay.otherTools, replay.sharedTools);
    return { ...plan, replay, started: { ...started, ...offered, replayOf: { runId: replay.runId, fast } } };
  });
}

async function inNewLine(
  context: Context,
  input: OfRun,
  { requestKey, reason }: { requestKey: string | null; reason: "edit" | "re-run" | "replay" },
  plan: (conversation: Conversation, origin: RunOrigin) => Promise<RunPlan>,
): Promise<BranchedRun> {
  requirePermission(context, "playground.rehearse");
  const conversation = await getConversation(context, input.conversation);
  const origin = await getRunOrigin(context, input);
  const repeated = await findRunByKey(context, { conversation: conversation.id, requestKey });
  if (repeated) return withBranch(context, repeated);
  const run = await startPlanned(context, conversation, await plan(conversation, origin), {
    requestKey,
    line: {
      kind: "fork",
      from: { branchId: origin.branchId, throughSeq: origin.startedSeq - 1, reason },
    },
  });
  return withBranch(context, run);
}

async function withBranch(context: Context, run: Run): Promise<BranchedRun> {
  const { branches } = await getConversation(context, run.conversationId);
  const branch = branches.find(({ id }) => id === run.branchId);
  if (!branch) throw new AppError("NOT_FOUND", "This conversation has no such line.");
  return { branch, run };
}

/** Without the keys that were not given, so that they do not replace what was. */
function defined(overrides: { [K in keyof RunOverrides]?: RunOverrides[K] | undefined }): RunOverrides {
  const { dialect, mode, model, systemPrompt } = overrides;
  return {
    ...(dialect === undefined ? {} : { dialect }),
    ...(mode === undefined ? {} : { mode }),
    ...(model === undefined ? {} : { model }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
  };
}
