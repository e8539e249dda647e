import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { noSuchConversation } from "@/lib/access/visible-conversations";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { mayEdit, toRun, visibleTo } from "./internal/read-conversation";
import { requireRun } from "./internal/require-run";
import { resolveOverlay } from "./internal/resolve-overlay";
import { mayStop, whoStops } from "./may-stop";
import { getConversation } from "./queries";
import {
  type Conversation,
  type CreateConversation,
  createConversationSchema,
  type Run,
  type UpdateConversation,
  updateConversationSchema,
} from "./schema";
import { dropThreads } from "./writes/drop-threads";
import { moveActivity } from "./writes/move-activity";

/** Opens a conversation with its first branch. NOT_FOUND for an agent or overlay skill that is not here. */
export async function createConversation(context: Context, input: CreateConversation): Promise<Conversation> {
  requirePermission(context, "playground.rehearse");
  const wanted = createConversationSchema.parse(input);
  const id = await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const agent = await context.db.agent.findFirst({
      where: { workspaceId: context.workspace.id, slug: wanted.agent },
      select: { id: true },
    });
    if (!agent) throw new AppError("NOT_FOUND", `There is no agent “${wanted.agent}” here.`);
    const conversation = await context.db.conversation.create({
      data: {
        workspaceId: context.workspace.id,
        agentId: agent.id,
        title: wanted.title ?? "",
        shared: wanted.shared,
        overlay: await resolveOverlay(context, wanted.overlay),
        createdById: context.actor.userId,
        branches: { create: { workspaceId: context.workspace.id } },
      },
    });
    await appendAudit(context, {
      action: "conversation.created",
      object: { type: "conversation", id: conversation.id, name: conversation.title },
    });
    return conversation.id;
  });
  return getConversation(context, id);
}

/**
 * Title, sharing, overlay; the overlay counts from the next run on. Its creator or an admin only. A side of a
 * comparison is shared or private with all of it.
 */
export async function updateConversation(
  context: Context,
  input: UpdateConversation & { conversation: string },
): Promise<Conversation> {
  requirePermission(context, "playground.rehearse");
  const { title, shared, overlay } = updateConversationSchema.parse(input);
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const before = await requireEditable(context, input.conversation);
    // First the comparison, then its sides: the order in which it is shared as a whole.
    if (shared !== undefined && before.comparisonId !== null)
      await shareComparison(context, before.comparisonId, shared);
    await context.db.conversation.update({
      where: { id: before.id },
      data: {
        ...(title !== undefined ? { title } : {}),
        ...(shared !== undefined ? { shared } : {}),
        ...(overlay !== undefined ? { overlay: await resolveOverlay(context, overlay) } : {}),
      },
    });
    if (shared !== undefined) await moveActivity(context, { conversations: [before.id], shared });
    // Whoever watches learns of it; whoever may no longer watch is let go.
    await notify(context, { topic: "conversation", conversationId: before.id, seq: 0 });
    await appendAudit(context, {
      action: "conversation.changed",
      object: { type: "conversation", id: before.id, name: title ?? before.title },
      detail: { fields: Object.keys({ title, shared, overlay }).filter((key) => key in input) },
    });
  });
  return getConversation(context, input.conversation);
}

/** Deletes a conversation, its log and its receipts. A run that goes on finds its log gone and ends. */
export async function deleteConversation(context: Context, conversation: string): Promise<void> {
  requirePermission(context, "playground.rehearse");
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { id, title } = await requireEditable(context, conversation);
    // Runs before their conversation, the order in which events take their locks: no deadlock with a live run.
    await context.db.$queryRaw`SELECT id FROM "Run" WHERE "conversationId" = ${id}::uuid FOR UPDATE`;
    await dropThreads(context, { id });
    await context.db.conversation.delete({ where: { id } });
    await appendAudit(context, {
      action: "conversation.deleted",
      object: { type: "conversation", id, name: title },
    });
  });
}

/**
 * Asks whichever server runs it to stop; a finished run stays as it is. FORBIDDEN for those to whom `mayStop` does not
 * allow it.
 */
export async function stopRun(context: Context, input: { conversation: string; run: string }): Promise<Run> {
  requirePermission(context, "playground.rehearse");
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const run = await requireRun(context, input);
    const { startedById } = run;
    const conversation = await context.db.conversation.findUniqueOrThrow({
      where: { id: run.conversationId },
    });
    if (!mayStop(context.actor.userId, { startedById, mayEditConversation: mayEdit(context, conversation) }))
      throw new AppError("FORBIDDEN", whoStops);
    if (run.state === "running") {
      await context.db.run.updateMany({
        where: { id: run.id, state: "running" },
        data: { stopRequested: true },
      });
      await notify(context, { topic: "stop-run", runId: run.id });
      await appendAudit(context, { action: "run.stopped", object: { type: "run", id: run.id } });
    }
    return toRun(run, await findPeople(context, [run.startedById]));
  });
}

async function shareComparison(context: Context, comparisonId: string, shared: boolean) {
  const workspaceId = context.workspace.id;
  await context.db.comparison.updateMany({ where: { id: comparisonId, workspaceId }, data: { shared } });
  const columns = await context.db.conversation.findMany({
    where: { comparisonId, workspaceId, shared: !shared },
    select: { id: true },
  });
  for (const { id } of columns) {
    await context.db.conversation.update({ where: { id }, data: { shared } });
    await notify(context, { topic: "conversation", conversationId: id, seq: 0 });
  }
  await moveActivity(context, { conversations: columns.map(({ id }) => id), shared });
}

async function requireEditable(context: Context, conversation: string) {
  const row = await context.db.conversation.findFirst({
    where: { id: conversation, ...visibleTo(context) },
    select: { id: true, title: true, createdById: true, comparisonId: true },
  });
  if (!row) throw noSuchConversation();
  if (!mayEdit(context, row))
    throw new AppError("FORBIDDEN", "Only its creator or an admin changes a conversation.");
  return row;
}
