import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import {
  endpointOf,
  readConnection,
  readConnectionRow,
  sealKey,
  toConnection,
} from "../internal/connection-rows";
import { type Connection, type EditConnection, editConnectionSchema } from "../schema";
import { modelNameTaken, requirePricesForLimits, requireTested } from "./create-connection";
import { changedEndpoint, isSameEndpoint } from "./test-connection";

/**
 * Changes a model. Another address, model or key is tested first, unless its receipt is given. CONFLICT for a name in
 * use, and when somebody else changed the model meanwhile.
 */
export async function editConnection(
  context: Context,
  { connection, ...input }: { connection: string } & EditConnection,
): Promise<Connection> {
  requirePermission(context, "models.manage");
  const changes = editConnectionSchema.parse(input);
  const row = await readConnectionRow(context, connection);
  const stored = endpointOf(row);
  const endpoint = changedEndpoint(stored, changes);
  const { receipt, provider: _provider, baseUrl: _baseUrl, modelId: _modelId, key: _key, ...rest } = changes;
  const settings = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  requirePricesForLimits({ ...toConnection(context, row, undefined), ...settings });
  const moved = !isSameEndpoint(endpoint, stored);
  const testLacks = moved ? await requireTested(context, endpoint, receipt) : null;
  const { key, ...address } = endpoint;
  try {
    return await inTransaction(context, async (context) => {
      const { count } = await context.db.modelConnection.updateMany({
        where: { id: row.id, workspaceId: context.workspace.id, updatedAt: row.updatedAt },
        data: {
          ...settings,
          ...address,
          ...(key === stored.key ? {} : sealKey(row.id, key)),
          ...(testLacks ? { testedAt: context.now(), testLacks } : {}),
          updatedAt: context.now(),
        },
      });
      if (count === 0)
        throw new AppError("CONFLICT", "Somebody else changed this model meanwhile. Look again.");
      await appendAudit(context, {
        action: "model.edited",
        object: { type: "model", id: row.id, name: changes.name ?? row.name },
        detail: { ...address, changed: [...Object.keys(settings), ...(key === stored.key ? [] : ["key"])] },
      });
      return readConnection(context, row.id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw modelNameTaken(changes.name ?? row.name, error);
    throw error;
  }
}
