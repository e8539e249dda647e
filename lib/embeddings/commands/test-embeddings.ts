import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { changedEndpoint, toEndpoint } from "@/lib/models/commands/test-connection";
import { ModelError } from "@/lib/models/model-error";
import { type EmbeddingAddress, embedTexts } from "../embed-texts";
import { addressOf, findEndpointRow } from "../internal/endpoint-rows";
import { type EmbeddingsTest, type TestEmbeddings, testEmbeddingsSchema } from "../schema";

const testWaitMs = 20_000;
/** Two, since an endpoint that takes one text alone would not do. */
const testTexts = ["Writes release notes from merged changes.", "Finds out why an invoice was not paid."];

/** Asks an endpoint once, with two short texts. What fails is in the answer, not thrown. */
export async function testEmbeddings(context: Context, input: TestEmbeddings): Promise<EmbeddingsTest> {
  requirePermission(context, "models.manage");
  return tryEmbeddings(await askedAddress(context, testEmbeddingsSchema.parse(input)));
}

/** The address to be asked, checked before anything is sent to it. UNPROCESSABLE for a key that was meant for another one. */
export async function askedAddress(
  context: Context,
  { baseUrl, modelId, key }: { baseUrl: string; modelId: string; key?: string | null | undefined },
): Promise<EmbeddingAddress> {
  const row = await findEndpointRow(context);
  const asked = { provider: "compatible" as const, baseUrl, modelId };
  const endpoint =
    row === null
      ? toEndpoint({ ...asked, key: key ?? null })
      : changedEndpoint({ provider: "compatible", ...addressOf(row) }, { ...asked, key });
  return { baseUrl: endpoint.baseUrl ?? baseUrl, modelId, key: endpoint.key };
}

export async function tryEmbeddings(address: EmbeddingAddress): Promise<EmbeddingsTest> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const { dimensions } = await embedTexts(address, testTexts, { waitMs: testWaitMs });
    const told = `The endpoint answered with vectors of ${dimensions} dimensions.`;
    return { works: true, told, dimensions, durationMs: elapsed() };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { works: false, told: error.message, dimensions: null, durationMs: elapsed() };
  }
}
