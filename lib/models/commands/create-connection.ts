import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { readConnection, sealKey } from "../internal/connection-rows";
import { readReceipt } from "../internal/test-receipt";
import type { Endpoint } from "../open-provider";
import { type Connection, type CreateConnection, createConnectionSchema } from "../schema";
import { lacksOf, type TestedPart } from "../tested-parts";
import { testEndpoint, toEndpoint } from "./test-connection";

/** Stores a model that works: it is tested now, unless the receipt of its test is given. CONFLICT for a name in use. */
export async function createConnection(context: Context, input: CreateConnection): Promise<Connection> {
  requirePermission(context, "models.manage");
  const { receipt, provider, baseUrl, modelId, key, ...settings } = createConnectionSchema.parse(input);
  requirePricesForLimits(settings);
  const endpoint = toEndpoint({ provider, baseUrl, modelId, key });
  const testLacks = await requireTested(context, endpoint, receipt);
  const id = randomUUID();
  const { key: _, ...address } = endpoint;
  try {
    return await inTransaction(context, async (context) => {
      await context.db.modelConnection.create({
        data: {
          id,
          workspaceId: context.workspace.id,
          createdById: context.actor.userId,
          createdAt: context.now(),
          updatedAt: context.now(),
          testedAt: context.now(),
          testLacks,
          ...address,
          ...settings,
          ...sealKey(id, endpoint.key),
        },
      });
      await appendAudit(context, {
        action: "model.created",
        object: { type: "model", id, name: settings.name },
        detail: { ...address, hasKey: endpoint.key !== null },
      });
      return readConnection(context, id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw modelNameTaken(settings.name, error);
    throw error;
  }
}

export const modelNameTaken = (name: string, cause: unknown): AppError =>
  new AppError("CONFLICT", `There is already a model called “${name}”. Choose another name.`, { cause });

/** What the endpoint lacks. UNPROCESSABLE with the report when it does not answer as it should. */
export async function requireTested(
  context: Context,
  endpoint: Endpoint,
  receipt: string | undefined,
): Promise<TestedPart[]> {
  const lacks = readReceipt(context, endpoint, receipt);
  if (lacks) return lacks;
  const report = await testEndpoint(context, endpoint);
  if (report.error)
    throw new AppError("UNPROCESSABLE", `The test failed, so nothing was saved. ${report.error.message}`, {
      details: { report },
    });
  return lacksOf(report);
}

type Limited = Pick<Connection, "inputPrice" | "outputPrice" | "monthlyLimit" | "personLimit">;

export function requirePricesForLimits({
  inputPrice,
  outputPrice,
  monthlyLimit,
  personLimit,
}: Limited): void {
  if (monthlyLimit === null && personLimit === null) return;
  if (inputPrice === null || outputPrice === null)
    throw new AppError(
      "UNPROCESSABLE",
      "A spending limit needs both prices: without them nobody knows what is spent.",
    );
}
