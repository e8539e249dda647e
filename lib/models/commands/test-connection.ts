import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { checkAddress, GuardError } from "@/lib/platform/guarded-fetch";
import { endpointOf, readConnectionRow } from "../internal/connection-rows";
import { issueReceipt } from "../internal/test-receipt";
import type { Endpoint } from "../open-provider";
import {
  type EditConnection,
  editConnectionSchema,
  type TestConnection,
  type TestReport,
  testConnectionSchema,
} from "../schema";
import { lacksOf } from "../tested-parts";
import { tryEndpoint } from "../try-endpoint";

/** Tries an endpoint that is not stored: one real request with one tool. What fails is in the report, not thrown. */
export async function testConnection(context: Context, input: TestConnection): Promise<TestReport> {
  requirePermission(context, "models.manage");
  return testEndpoint(context, toEndpoint(testConnectionSchema.parse(input)));
}

/** Tries a stored connection, with its stored key, as it is or with some of it changed. Remembers what came of it. */
export async function testStoredConnection(
  context: Context,
  { connection, ...input }: { connection: string } & EditConnection,
): Promise<TestReport> {
  requirePermission(context, "models.manage");
  const changes = editConnectionSchema.parse(input);
  const row = await readConnectionRow(context, connection);
  const endpoint = changedEndpoint(endpointOf(row), changes);
  const report = await testEndpoint(context, endpoint);
  if (isSameEndpoint(endpoint, endpointOf(row)))
    await context.db.modelConnection.updateMany({
      where: { id: row.id, workspaceId: context.workspace.id, updatedAt: row.updatedAt },
      data: { testedAt: context.now(), testLacks: lacksOf(report), updatedAt: row.updatedAt },
    });
  return report;
}

export async function testEndpoint(context: Context, endpoint: Endpoint): Promise<TestReport> {
  const findings = await tryEndpoint(endpoint);
  return {
    ...findings,
    receipt: findings.usable ? issueReceipt(context, endpoint, lacksOf(findings)) : null,
  };
}

/** Checks the address before anything is sent to it. UNPROCESSABLE in words when it is not one to be reached. */
export function toEndpoint({ provider, baseUrl, modelId, key }: Endpoint): Endpoint {
  if (baseUrl === null) {
    if (provider === "compatible") throw new AppError("UNPROCESSABLE", "Enter the base URL of the model.");
    return { provider, baseUrl, modelId, key };
  }
  try {
    const url = checkAddress(baseUrl, env().allowedHosts);
    if (url.search !== "" || url.hash !== "")
      throw new AppError("UNPROCESSABLE", "The base URL ends with its path, such as /v1.");
    return { provider, baseUrl: url.href.replace(/\/+$/, ""), modelId, key };
  } catch (error) {
    if (error instanceof GuardError) throw new AppError("UNPROCESSABLE", error.message, { cause: error });
    throw error;
  }
}

type EndpointChanges = { [K in keyof Endpoint]?: Endpoint[K] | undefined };

/** The endpoint with what is to change. A key goes only where it was meant to go: another address needs it again. */
export function changedEndpoint(stored: Endpoint, changes: EndpointChanges): Endpoint {
  const {
    provider = stored.provider,
    baseUrl = stored.baseUrl,
    modelId = stored.modelId,
    key = stored.key,
  } = changes;
  const next = toEndpoint({ provider, baseUrl, modelId, key });
  const moved = next.provider !== stored.provider || next.baseUrl !== stored.baseUrl;
  if (moved && stored.key !== null && changes.key === undefined)
    throw new AppError("UNPROCESSABLE", "Type the API key again: it was given for another base URL.");
  return next;
}

export const isSameEndpoint = (left: Endpoint, right: Endpoint): boolean =>
  left.provider === right.provider &&
  left.baseUrl === right.baseUrl &&
  left.modelId === right.modelId &&
  left.key === right.key;
