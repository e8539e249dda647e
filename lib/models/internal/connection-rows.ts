import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { can } from "@/lib/access/permissions";
import type { ModelConnection } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { monthOf } from "@/lib/kernel/month";
import { sealedKey } from "@/lib/platform/sealed-secret";
import type { Endpoint } from "../open-provider";
import type { Connection } from "../schema";
import { testedParts } from "../tested-parts";

const keys = sealedKey("model-connection");
/** As a row keeps it. */
export const sealKey = keys.seal;

const absent = () => new AppError("NOT_FOUND", "There is no such model here.");

/** The row in this workspace, archived or not; NOT_FOUND. */
export async function readConnectionRow(context: Context, id: string): Promise<ModelConnection> {
  if (!z.uuid().safeParse(id).success) throw absent();
  const row = await context.db.modelConnection.findFirst({
    where: { id, workspaceId: context.workspace.id },
  });
  if (!row) throw absent();
  return row;
}

/** With its key in the clear: for a request, never for an answer. */
export function endpointOf({
  id,
  provider,
  baseUrl,
  modelId,
  encryptedKey,
}: Pick<ModelConnection, "id" | "provider" | "baseUrl" | "modelId" | "encryptedKey">): Endpoint {
  const key = keys.unseal(id, encryptedKey);
  return { provider, baseUrl, modelId, key };
}

type Spent = Connection["spent"];

/** US dollars of this month, by connection. */
export async function readSpending(
  context: Context,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, Spent>> {
  const where = {
    workspaceId: context.workspace.id,
    connectionId: { in: [...connectionIds] },
    at: { gte: monthOf(context.now()).from },
  };
  const by = ["connectionId" as const];
  // One after the other: a transaction has one connection.
  const all = await context.db.modelUsage.groupBy({ by, where, _sum: { cost: true } });
  const own = await context.db.modelUsage.groupBy({
    by,
    where: { ...where, userId: context.actor.userId },
    _sum: { cost: true },
  });
  const sumIn = (rows: typeof all, id: string): number =>
    Number(rows.find(({ connectionId }) => connectionId === id)?._sum.cost ?? 0);
  return new Map(connectionIds.map((id) => [id, { everybody: sumIn(all, id), mine: sumIn(own, id) }]));
}

const numberOrNull = (value: { toString(): string } | null): number | null =>
  value === null ? null : Number(value.toString());

export function toConnection(context: Context, row: ModelConnection, spent: Spent | undefined): Connection {
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    baseUrl: row.baseUrl,
    modelId: row.modelId,
    keyHint: can(context.workspace.role, "models.manage") ? row.keyHint : null,
    hasKey: row.encryptedKey !== null,
    windowTokens: row.windowTokens,
    maxOutputTokens: row.maxOutputTokens,
    timeoutSeconds: row.timeoutSeconds,
    inputPrice: numberOrNull(row.inputPrice),
    outputPrice: numberOrNull(row.outputPrice),
    cachedInputPrice: numberOrNull(row.cachedInputPrice),
    monthlyLimit: numberOrNull(row.monthlyLimit),
    personLimit: numberOrNull(row.personLimit),
    spent: spent ?? { everybody: 0, mine: 0 },
    testedAt: row.testedAt?.toISOString() ?? null,
    testLacks: testedParts.filter((part) => row.testLacks.includes(part)),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export async function readConnection(context: Context, id: string): Promise<Connection> {
  const row = await readConnectionRow(context, id);
  const spending = await readSpending(context, [row.id]);
  return toConnection(context, row, spending.get(row.id));
}
