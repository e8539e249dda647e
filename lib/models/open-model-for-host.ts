import "server-only";
import type { Context } from "@/lib/access/context";
import type { ModelConnection } from "@/lib/db/generated/client";
import { ConnectionMeter } from "./adapters/connection-meter";
import { endpointOf } from "./internal/connection-rows";
import { type ModelProvider, providerAddresses } from "./provider-options";

/** One of the workspace's models for somebody who speaks its provider's own language; nothing is translated. */
export type HostModel = {
  name: string;
  provider: ModelProvider;
  modelId: string;
  /** Of the provider's API with its version, without a slash at its end. */
  baseUrl: string;
  key: string | null;
  /** Until the first piece of an answer, and between two pieces. */
  timeoutMs: number;
  /** Keeps to the limits and writes down what was spent. One request, one opened model. */
  meter: Pick<ConnectionMeter, "reserve" | "afterStep">;
};

/** What is needed of a connection’s row, with prices and limits as numbers: read together with what admits. */
export type HostModelRow = Pick<
  ModelConnection,
  "id" | "name" | "provider" | "baseUrl" | "modelId" | "encryptedKey" | "timeoutSeconds"
> &
  Record<"inputPrice" | "outputPrice" | "cachedInputPrice" | "monthlyLimit" | "personLimit", number | null>;

/** Null for a model without an address. Whoever is given one counts as having asked. */
export function openModelForHost(context: Context, row: HostModelRow): HostModel | null {
  const { provider, baseUrl, modelId, key } = endpointOf(row);
  const address = baseUrl ?? providerAddresses[provider];
  if (address === null) return null;
  const { id, name, monthlyLimit, personLimit } = row;
  const prices = { input: row.inputPrice, output: row.outputPrice, cachedInput: row.cachedInputPrice };
  return {
    name,
    provider,
    modelId,
    baseUrl: address.replace(/\/+$/, ""),
    key,
    timeoutMs: row.timeoutSeconds * 1000,
    meter: new ConnectionMeter(
      context,
      { id, name, provider, prices, monthlyLimit, personLimit },
      alwaysSent,
    ),
  };
}

/** Bytes are nobody's to parse here: what is kept of them is for who passes them on. */
const alwaysSent = { reset() {}, hasSent: true, exchange: () => null };
