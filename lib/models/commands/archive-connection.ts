import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import type { ModelConnection } from "@/lib/db/generated/client";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { readConnection, readConnectionRow } from "../internal/connection-rows";
import type { Connection } from "../schema";

/** Takes a model out of use and keeps what was spent on it. CONFLICT, naming them, while agents use it. */
export async function archiveConnection(
  context: Context,
  input: { connection: string },
): Promise<Connection> {
  return setArchived(context, input.connection, context.now());
}

export async function restoreConnection(
  context: Context,
  input: { connection: string },
): Promise<Connection> {
  return setArchived(context, input.connection, null);
}

async function setArchived(context: Context, id: string, archivedAt: Date | null): Promise<Connection> {
  requirePermission(context, "models.manage");
  return inTransaction(context, async (context) => {
    const row = await readConnectionRow(context, id);
    if (archivedAt) await requireUnused(context, row);
    await context.db.modelConnection.update({
      where: { id: row.id, workspaceId: context.workspace.id },
      data: { archivedAt, updatedAt: context.now() },
    });
    await appendAudit(context, {
      action: archivedAt ? "model.archived" : "model.restored",
      object: { type: "model", id: row.id, name: row.name },
    });
    return readConnection(context, row.id);
  });
}

/** Deletes a model with its key and the record of what was spent on it. CONFLICT, naming them, while agents use it. */
export async function deleteConnection(context: Context, input: { connection: string }): Promise<void> {
  requirePermission(context, "models.manage");
  await inTransaction(context, async (context) => {
    const row = await readConnectionRow(context, input.connection);
    await requireUnused(context, row);
    await context.db.modelConnection.delete({ where: { id: row.id, workspaceId: context.workspace.id } });
    await appendAudit(context, {
      action: "model.deleted",
      object: { type: "model", id: row.id, name: row.name },
    });
  });
}

async function requireUnused(context: Context, { id, name }: ModelConnection): Promise<void> {
  const users = await context.db.agent.findMany({
    where: { workspaceId: context.workspace.id, OR: [{ model: id }, { routerModel: id }] },
    select: { name: true },
    orderBy: { name: "asc" },
  });
  if (users.length === 0) return;
  const agents = users.map((agent) => agent.name);
  throw new AppError("CONFLICT", `${name} is used by ${agents.join(", ")}. Give them another model first.`, {
    details: { agents },
  });
}
