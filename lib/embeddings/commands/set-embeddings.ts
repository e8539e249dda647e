import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { monthOf } from "@/lib/kernel/month";
import { addressOf, findEndpointRow, readSettings, sealKey } from "../internal/endpoint-rows";
import { modelKey } from "../model-key";
import { type EmbeddingSettings, type SetEmbeddings, setEmbeddingsSchema } from "../schema";
import { askedAddress, tryEmbeddings } from "./test-embeddings";

/**
 * Says where this workspace asks what texts mean. Tested first, unless nothing of the address changes: UNPROCESSABLE in
 * words when it does not answer as it should. Vectors of another model go. CONFLICT when somebody else changed it meanwhile.
 */
export async function setEmbeddings(context: Context, input: SetEmbeddings): Promise<EmbeddingSettings> {
  requirePermission(context, "models.manage");
  const { price, monthlyTokens, ...asked } = setEmbeddingsSchema.parse(input);
  const before = await findEndpointRow(context);
  const address = await askedAddress(context, asked);
  const dimensions = before && isSame(addressOf(before), address) ? before.dimensions : await tested(address);
  const workspaceId = context.workspace.id;
  const { baseUrl, modelId, key } = address;
  return inPermittedTransaction(context, "models.manage", async (context) => {
    await context.db
      .$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    const held = await findEndpointRow(context);
    if (held?.updatedAt.getTime() !== before?.updatedAt.getTime())
      throw new AppError("CONFLICT", "Somebody else changed this endpoint meanwhile. Look again.");
    const said = { baseUrl, modelId, dimensions, price, monthlyTokens, ...sealKey(workspaceId, key) };
    const fresh = { failure: null, failedAt: null, retryAt: null, updatedAt: context.now() };
    await context.db.embeddingEndpoint.upsert({
      where: { workspaceId },
      create: { workspaceId, usedMonth: monthOf(context.now()).key, ...said, ...fresh },
      update: { ...said, ...fresh },
    });
    await context.db.skillVector.deleteMany({ where: { workspaceId, model: { not: modelKey(address) } } });
    await appendAudit(context, {
      action: "embeddings.set",
      object: { type: "workspace", id: workspaceId, name: context.workspace.name },
      detail: { baseUrl, modelId, hasKey: key !== null, price, monthlyTokens },
    });
    return readSettings(context);
  });
}

/** Searches go by words again. What was embedded goes with it. NOT_FOUND where there is nothing to remove. */
export async function removeEmbeddings(context: Context): Promise<void> {
  requirePermission(context, "models.manage");
  const workspaceId = context.workspace.id;
  await inPermittedTransaction(context, "models.manage", async (context) => {
    const row = await findEndpointRow(context);
    const { count } = await context.db.embeddingEndpoint.deleteMany({ where: { workspaceId } });
    if (row === null || count === 0)
      throw new AppError("NOT_FOUND", "This workspace has no endpoint for embeddings.");
    await context.db.skillVector.deleteMany({ where: { workspaceId } });
    await appendAudit(context, {
      action: "embeddings.removed",
      object: { type: "workspace", id: workspaceId, name: context.workspace.name },
      detail: { baseUrl: row.baseUrl, modelId: row.modelId },
    });
  });
}

const isSame = (left: object, right: object): boolean =>
  JSON.stringify(left, ["baseUrl", "key", "modelId"]) ===
  JSON.stringify(right, ["baseUrl", "key", "modelId"]);

async function tested(address: Parameters<typeof tryEmbeddings>[0]): Promise<number> {
  const { dimensions, told } = await tryEmbeddings(address);
  if (dimensions === null)
    throw new AppError("UNPROCESSABLE", `The test failed, so nothing was saved. ${told}`);
  return dimensions;
}
