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
  return { model, prices: model.prices ?? null, address: model.address ?? id };
};
