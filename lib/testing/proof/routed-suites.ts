import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { freeMeter } from "@/lib/models/free-meter";
import { type OpenModel, openModel } from "@/lib/proof/models/open-model";
import { aModel } from "../models";
import { aScriptedModel, aSuite, someCases } from "./suite-runs";

const prices = { input: 3, output: 15, cachedInput: null };
const meter = { ...freeMeter, afterStep: async () => 0.25 };

/** An agent that routes: the model answers, the router chooses. Null: the one that follows rules. */
export async function aRoutedSuite(
  context: Context,
  { model, router }: { model: "live" | null; router: "live" | null },
  cases = 2,
) {
  const { skill, agent } = await aSuite(context, someCases(cases, cases - 1));
  const connection = await aModel(context, { name: "Sonnet" });
  const idOf = (one: "live" | null) => (one === null ? "rehearsal" : connection.id);
  const { revision } = await getAgent(context, { agent });
  await editAgent(context, {
    agent,
    baseRevision: revision,
    mode: "router",
    model: idOf(model),
    routerModel: idOf(router),
  });
  const scripted = aScriptedModel(
    (_, told = "") =>
      told.includes("You choose which skills")
        ? { text: '{"selected_skill_names": ["pdf-tools"], "reasoning": "It fits."}' }
        : { text: "Done." },
    { prices, meter },
  );
  const open: OpenModel = (context, id, wordingOf) =>
    id === connection.id ? scripted.open(context, id, wordingOf) : openModel(context, id, wordingOf);
  return { skill, open, asked: scripted.asked };
}
