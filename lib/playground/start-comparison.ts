import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { listAgentIds } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { titleFrom } from "@/lib/kernel/title-from";
import { insertComparison } from "@/lib/sessions/commands/change-comparison";
import { findRunByKey, openRuns } from "@/lib/sessions/commands/open-run";
import {
  type ComparedRuns,
  type CompareMessage,
  type Comparison,
  type CreateComparison,
  compareMessageSchema,
  createComparisonSchema,
} from "@/lib/sessions/comparison-schema";
import { getComparison } from "@/lib/sessions/comparisons";
import { resolveOverlayFor } from "@/lib/sessions/overlays";
import { getConversation, getRunOrigin } from "@/lib/sessions/queries";
import type { Run } from "@/lib/sessions/schema";
import { launchRun } from "./launch-run";
import { planRun, type RunPlan } from "./plan-run";
import { leaseHolder } from "./running-runs";
import { planFor } from "./start-run";

/**
 * Opens a conversation for each column and sends both the message, together. What cannot run is said before
 * anything is made: NOT_FOUND for an agent or skill, UNPROCESSABLE for what does not go together.
 */
export async function createComparison(context: Context, input: CreateComparison): Promise<Comparison> {
  requirePermission(context, "playground.rehearse");
  const { message, title, shared, columns, without } = createComparisonSchema.parse(input);
  const [first] = columns;
  const sides =
    without === undefined || !first
      ? columns
      : [
          first,
          {
            ...first,
            overlay: [
              ...first.overlay.filter(({ skill }) => skill !== without),
              { skill: without, follows: "none" as const },
            ],
          },
        ];
  const planned: { agentId: string; plan: RunPlan }[] = [];
  for (const { agent, overlay: items, ...overrides } of sides) {
    const agentId = (await listAgentIds(context, [agent])).get(agent);
    if (agentId === undefined) throw new AppError("NOT_FOUND", `There is no agent “${agent}” here.`);
    const overlay = await resolveOverlayFor(context, items);
    planned.push({ agentId, plan: await planRun(context, { agentId, overlay, message, overrides }) });
  }
  const { id, conversations } = await insertComparison(context, {
    title: title ?? titleFrom(message),
    shared,
    columns: planned.map(({ agentId, plan }) => ({ agentId, overlay: plan.started.overlay })),
  });
  await launchTogether(
    context,
    planned.map(({ plan }, index) => ({ plan, conversation: conversations[index] ?? "", requestKey: null })),
  );
  return getComparison(context, id);
}

/** The next message, to both columns at once or to none. CONFLICT while either still answers the last one. */
export async function sendToComparison(
  context: Context,
  input: CompareMessage & { comparison: string },
): Promise<ComparedRuns> {
  requirePermission(context, "playground.rehearse");
  const { message, requestKey } = compareMessageSchema.parse(input);
  const { columns } = await getComparison(context, input.comparison);
  const sends: Send[] = [];
  const repeated: Run[] = [];
  for (const { id, lastRun } of columns) {
    const key = requestKey ?? null;
    const known = await findRunByKey(context, { conversation: id, requestKey: key });
    if (known) repeated.push(known);
    const conversation = await getConversation(context, id);
    const origin = lastRun && (await getRunOrigin(context, { conversation: id, run: lastRun.id }));
    const plan = await planFor(context, conversation, { message, overrides: origin?.overrides ?? {} });
    sends.push({ conversation: id, plan, requestKey: key });
  }
  if (repeated.length === columns.length) return { runs: repeated };
  return { runs: await launchTogether(context, sends) };
}

type Send = { conversation: string; plan: RunPlan; requestKey: string | null };

async function launchTogether(context: Context, sends: readonly Send[]): Promise<Run[]> {
  const opened = await openRuns(
    context,
    sends.map(({ conversation, plan, requestKey }) => ({
      conversation,
      requestKey,
      owner: leaseHolder(),
      started: plan.started,
      overrides: plan.overrides,
    })),
  );
  for (const [index, { log }] of opened.entries()) {
    const plan = sends[index]?.plan;
    if (log && plan) launchRun(context, plan, log);
  }
  return opened.map(({ run }) => run);
}
