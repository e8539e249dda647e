import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import type { OverlayEntry } from "@/lib/runtime/event-parts";
import { type Comparison, type UpdateComparison, updateComparisonSchema } from "../comparison-schema";
import { getComparison, noSuchComparison } from "../comparisons";
import { mayEdit, visibleTo } from "../internal/read-conversation";
import { dropThreads } from "../writes/drop-threads";
import { moveActivity } from "../writes/move-activity";

export type NewComparison = {
  title: string;
  shared: boolean;
  columns: readonly { agentId: string; overlay: readonly OverlayEntry[] }[];
};

/** A comparison with a conversation for each column; no run yet. Answers the ids, the conversations' by column. */
export async function insertComparison(
  context: Context,
  { title, shared, columns }: NewComparison,
): Promise<{ id: string; conversations: string[] }> {
  requirePermission(context, "playground.rehearse");
  const workspaceId = context.workspace.id;
  const createdById = context.actor.userId;
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const comparison = await context.db.comparison.create({
      data: { workspaceId, title, shared, createdById },
    });
    const conversations: string[] = [];
    for (const [column, { agentId, overlay }] of columns.entries()) {
      const { id } = await context.db.conversation.create({
        data: {
          workspaceId,
          agentId,
          title,
          shared,
          createdById,
          column,
          comparisonId: comparison.id,
          overlay: [...overlay],
          branches: { create: { workspaceId } },
        },
        select: { id: true },
      });
      conversations.push(id);
    }
    await appendAudit(context, {
      action: "comparison.created",
      object: { type: "comparison", id: comparison.id, name: title },
    });
    return { id: comparison.id, conversations };
  });
}

/** Title and sharing, of both sides at once. Its creator or an admin only. */
export async function updateComparison(
  context: Context,
  input: UpdateComparison & { comparison: string },
): Promise<Comparison> {
  requirePermission(context, "playground.rehearse");
  const { title, shared } = updateComparisonSchema.parse(input);
  const data = { ...(title === undefined ? {} : { title }), ...(shared === undefined ? {} : { shared }) };
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { id, title: before, columns } = await requireEditable(context, input.comparison);
    await context.db.comparison.update({ where: { id }, data });
    await context.db.conversation.updateMany({
      where: { comparisonId: id, workspaceId: context.workspace.id },
      data,
    });
    if (shared !== undefined)
      await moveActivity(context, { conversations: columns.map(({ id }) => id), shared });
    for (const column of columns)
      await notify(context, { topic: "conversation", conversationId: column.id, seq: 0 });
    await appendAudit(context, {
      action: "comparison.changed",
      object: { type: "comparison", id, name: title ?? before },
      detail: { fields: Object.keys(data) },
    });
  });
  return getComparison(context, input.comparison);
}

/** Deletes a comparison with both conversations. */
export async function deleteComparison(context: Context, comparison: string): Promise<void> {
  requirePermission(context, "playground.rehearse");
  await inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { id, title } = await requireEditable(context, comparison);
    // Runs before their conversations, the order in which events take their locks.
    await context.db.$queryRaw`
      SELECT run.id FROM "Run" run JOIN "Conversation" conversation ON conversation.id = run."conversationId"
      WHERE conversation."comparisonId" = ${id}::uuid FOR UPDATE OF run`;
    await dropThreads(context, { comparisonId: id });
    await context.db.comparison.delete({ where: { id } });
    await appendAudit(context, {
      action: "comparison.deleted",
      object: { type: "comparison", id, name: title },
    });
  });
}

async function requireEditable(context: Context, comparison: string) {
  const row = await context.db.comparison.findFirst({
    where: { id: comparison, ...visibleTo(context) },
    select: { id: true, title: true, createdById: true, columns: { select: { id: true } } },
  });
  if (!row) throw noSuchComparison();
  if (!mayEdit(context, row))
    throw new AppError("FORBIDDEN", "Only its creator or an admin changes a comparison.");
  return row;
}
