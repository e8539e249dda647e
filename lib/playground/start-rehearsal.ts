import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { isStillAdmitted } from "@/lib/access/queries";
import { listAgentIds } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { createConversation } from "@/lib/sessions/commands";
import { followEvents } from "@/lib/sessions/follow-events";
import { resolveOverlayFor } from "@/lib/sessions/overlays";
import { getRunOrigin, listRunEvents } from "@/lib/sessions/queries";
import type { Run } from "@/lib/sessions/schema";
import { checkExpectations } from "./check-expectations";
import { storedExpectationsSchema } from "./expectation-schema";
import { judgeRun } from "./judge-run";
import { planRun } from "./plan-run";
import { type Rehearsal, type StartRehearsal, startRehearsalSchema } from "./rehearsal-schema";
import { startPlanned } from "./start-run";

/**
 * Opens a conversation with an agent and sends it one message, for a program. Answers at once. What cannot run,
 * and what cannot be expected of it, is said before anything is made.
 */
export async function startRehearsal(
  context: Context,
  input: StartRehearsal & { agent: string },
): Promise<{ run: Run; wait: boolean; timeoutMs: number }> {
  requirePermission(context, "playground.rehearse");
  const { message, overlay, expect, wait, timeoutSeconds, shared, ...overrides } =
    startRehearsalSchema.parse(input);
  const agentId = (await listAgentIds(context, [input.agent])).get(input.agent);
  if (agentId === undefined) throw new AppError("NOT_FOUND", `There is no agent “${input.agent}” here.`);
  const laid = await resolveOverlayFor(context, overlay);
  const plan = await planRun(context, { agentId, overlay: laid, message, overrides });
  if (expect) await checkExpectations(context, plan, expect);
  const conversation = await createConversation(context, { agent: input.agent, overlay, shared });
  const run = await startPlanned(context, conversation, plan, {
    requestKey: null,
    line: { kind: "branch", id: null },
    expectations: expect ?? null,
  });
  return { run, wait, timeoutMs: timeoutSeconds * 1000 };
}

/** What a run came to, and whether that is what was expected of it when it was started. */
export async function getRehearsal(
  context: Context,
  input: { conversation: string; run: string },
): Promise<Rehearsal> {
  const { expectations } = await getRunOrigin(context, input);
  const events = await listRunEvents(context, input);
  const expected = storedExpectationsSchema.nullable().parse(expectations);
  return { conversation: input.conversation, run: input.run, ...judgeRun(events, expected, context.now()) };
}

const lookAgainMs = 5_000;

/**
 * The same when the run has ended, on whichever server; as far as it is when `timeoutMs` have passed. UNAUTHENTICATED
 * for who signed out, left or had their key revoked meanwhile: the run goes on, its result is not theirs to read.
 */
export async function waitForRehearsal(
  context: Context,
  { run, timeoutMs, signal }: { run: Run; timeoutMs: number; signal: AbortSignal },
): Promise<Rehearsal> {
  const { conversationId, branchId, id } = run;
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const follow = { conversation: conversationId, branch: branchId, after: 0, idleMs: lookAgainMs };
  for await (const { events } of followEvents(context, follow, until))
    if (events.some((event) => event.type === "run-finished" && event.runId === id)) break;
  if (!(await isStillAdmitted(context))) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  return getRehearsal(context, { conversation: conversationId, run: id });
}
