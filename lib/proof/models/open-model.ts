import "server-only";
import type { Context } from "@/lib/access/context";
import { builtInModel } from "@/lib/agents/agent-options";
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

/** The words of the trial's dialect, where these are its host's own, once they are known. */
export type WordingOf = () => Promise<Dialect["wording"]>;

/** Opens a model for one trial, as the playground does for one run. Throws as `findModel` does. */
export type OpenModel = (context: Context, id: string, wordingOf?: WordingOf) => Promise<OpenedModel>;

export const openModel: OpenModel = async (context, id, wordingOf) => {
  // The built-in model alone reads texts by the dialect's words: no other waits for them.
  const wording = id === builtInModel ? await wordingOf?.() : undefined;
  // Nobody reads along.
  const model = await findModel(context, id, wording, 0);
  return { model, prices: model.prices ?? null, address: model.address ?? id };
};
