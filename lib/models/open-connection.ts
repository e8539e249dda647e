import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { ConnectionMeter } from "./adapters/connection-meter";
import { ConnectedModel, mostRetries } from "./connected-model";
import type { Prices } from "./cost-of";
import { ExchangeRecorder } from "./exchange-recorder";
import { endpointOf, toConnection } from "./internal/connection-rows";
import { modelAddress } from "./model-address";
import { openProvider } from "./open-provider";
import type { MeteredModel } from "./ports";
import { providerFetch } from "./provider-fetch";

/** What requests to a workspace's own model cost, and which one it is. */
export type ModelTerms = {
  prices: Prices;
  /** Tells models apart, whatever they are called here: which model of which provider at which address. */
  address: string;
};

/**
 * One of the workspace's models, for one run by this person; its steps come one after another. UNPROCESSABLE when
 * there is none of this id, or when it is archived.
 */
export async function openConnection(context: Context, id: string): Promise<MeteredModel & ModelTerms> {
  const row = z.uuid().safeParse(id).success
    ? await context.db.modelConnection.findFirst({ where: { id, workspaceId: context.workspace.id } })
    : null;
  if (!row)
    throw new AppError("UNPROCESSABLE", `There is no model “${id}” here. Choose another one for this agent.`);
  if (row.archivedAt)
    throw new AppError(
      "UNPROCESSABLE",
      `The model ${row.name} is archived. Choose another one for this agent.`,
    );
  const endpoint = endpointOf(row);
  const connection = toConnection(context, row, undefined);
  const recorder = new ExchangeRecorder(providerFetch(), endpoint.key);
  const { inputPrice: input, outputPrice: output, cachedInputPrice: cachedInput } = connection;
  const prices = { input, output, cachedInput };
  const meter = new ConnectionMeter(context, { ...connection, prices }, recorder);
  const model = new ConnectedModel(openProvider(endpoint, recorder.send), {
    timeoutMs: row.timeoutSeconds * 1000,
    recorder,
    step: () => meter.step(),
    mostRetries,
  });
  const { name, windowTokens, maxOutputTokens } = row;
  const address = modelAddress(row);
  const asked = { provider: row.provider, model: row.modelId };
  const info = { id, name, kind: "live" as const, windowTokens, asked };
  return { model, info, maxOutputTokens, meter, prices, address };
}
