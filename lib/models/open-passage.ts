import "server-only";
import type { Context } from "@/lib/access/context";
import { ConnectionMeter } from "./adapters/connection-meter";
import { endpointOf, toConnection } from "./internal/connection-rows";
import type { ModelMeter } from "./ports";
import { type ModelProvider, providerAddresses } from "./provider-options";

/** One of the workspace's models for somebody who speaks its provider's own language; nothing is translated. */
export type Passage = {
  name: string;
  provider: ModelProvider;
  modelId: string;
  /** Of the provider's API with its version, without a slash at its end. */
  baseUrl: string;
  key: string | null;
  /** Until the first piece of an answer, and between two pieces. */
  timeoutMs: number;
  /** Keeps to the limits and writes down what was spent. One request goes through one passage. */
  meter: Pick<ModelMeter, "beforeStep" | "afterStep">;
};

/** Null when the workspace has no model of this id in use. Whoever asks through it has counted as having asked. */
export async function findPassage(context: Context, id: string): Promise<Passage | null> {
  const row = await context.db.modelConnection.findFirst({
    where: { id, workspaceId: context.workspace.id, archivedAt: null },
  });
  if (!row) return null;
  const { provider, baseUrl, modelId, key } = endpointOf(row);
  const address = baseUrl ?? providerAddresses[provider];
  if (address === null) return null;
  const connection = toConnection(context, row, undefined);
  const { inputPrice: input, outputPrice: output, cachedInputPrice: cachedInput } = connection;
  return {
    name: row.name,
    provider,
    modelId,
    baseUrl: address.replace(/\/+$/, ""),
    key,
    timeoutMs: row.timeoutSeconds * 1000,
    meter: new ConnectionMeter(
      context,
      { ...connection, prices: { input, output, cachedInput } },
      alwaysSent,
    ),
  };
}

/** Bytes are nobody's to parse here: what is kept of them is for who passes them on. */
const alwaysSent = { reset() {}, hasSent: true, exchange: () => null };
