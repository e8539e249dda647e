import "server-only";
import type { Context } from "@/lib/access/context";
import type { Prices } from "@/lib/models/cost-of";
import { findModel } from "@/lib/playground/find-model";
import type { RunModel } from "@/lib/playground/ports";
import type { Dialect } from "@/lib/runtime/dialect";

export type OpenedModel = {
  model: RunModel;
  /** Null for models that cost nothing. */
  prices: Prices | null;
  /** Tells models apart, whatever they are called here: which model of which provider at which address. */
  address: string;
};

/** Opens a model for one trial, as the playground does for one run. Throws as `findModel` does. */
export type OpenModel = (context: Context, id: string, wording?: Dialect["wording"]) => Promise<OpenedModel>;

export const openModel: OpenModel = async (context, id, wording) => {
  // Nobody reads along.
  const model = await findModel(context, id, wording, 0);
  if (model.info.kind !== "live") return { model, prices: null, address: id };
  const row = await context.db.modelConnection.findFirst({
    where: { id, workspaceId: context.workspace.id },
    select: {
      provider: true,
      baseUrl: true,
      modelId: true,
      inputPrice: true,
      outputPrice: true,
      cachedInputPrice: true,
    },
  });
  const numberOf = (price: { toString(): string } | null | undefined) =>
    price === null || price === undefined ? null : Number(price.toString());
  return {
    model,
    prices: {
      input: numberOf(row?.inputPrice),
      output: numberOf(row?.outputPrice),
      cachedInput: numberOf(row?.cachedInputPrice),
    },
    address: JSON.stringify([row?.provider, row?.baseUrl, row?.modelId]),
  };
};
