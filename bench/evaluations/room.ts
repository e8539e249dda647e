import type { Context } from "@/lib/access/context";
import { database } from "@/lib/db/client";
import { createConnection } from "@/lib/models/commands/create-connection";
import { aContext } from "@/lib/testing/contexts";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { countTokens } from "@/lib/tokens/count-tokens";
import { type Billed, type SlowProvider, startSlowProvider } from "./slow-provider";

/** US dollars per million tokens. */
const prices = { inputPrice: 3, outputPrice: 15, cachedInputPrice: null };
const perMillion = 1_000_000;

/** What one request costs by the price list. */
export const priceOf = ({ input, output }: Pick<Billed, "input" | "output">): number =>
  (input * prices.inputPrice + output * prices.outputPrice) / perMillion;
export const billOf = (billed: readonly Billed[]): number =>
  billed.reduce((sum, one) => sum + priceOf(one), 0);

/** A workspace with suites of several sizes, an agent with all their skills, and a model at the slow provider. */
export type Room = { context: Context; model: string; provider: SlowProvider };

const word = "PDF";
export const skillOf = (cases: number): string => `pdf-tools-${cases}`;
const half = (cases: number, query: string, should_trigger: boolean) =>
  Array.from({ length: cases / 2 }, (_, at) => ({ query: `${query} ${at + 1}`, should_trigger }));

/** One skill and agent each, so that they are measured alone. */
export async function furnish(sizes: readonly number[], random: () => number): Promise<Room> {
  const context = await aContext(database());
  const provider = await startSlowProvider({ word, countTokens, random });
  for (const cases of sizes) {
    const suite = [...half(cases, `Merge ${word}`, true), ...half(cases, "Tell a joke", false)];
    const name = skillOf(cases);
    await aStoredSkill(context, {
      name,
      description: "Merges and splits PDF files. Use when somebody has papers that belong together.",
      body: "# PDF\n\nUse the tools.\n",
      files: { "evals/trigger-eval.json": JSON.stringify(suite, null, 2) },
    });
    await anAgentWith(context, [name], `Desk ${cases}`);
  }
  const { id } = await createConnection(context, {
    name: "Slow",
    provider: "compatible",
    baseUrl: provider.baseUrl,
    modelId: "slow",
    ...prices,
  });
  provider.take();
  return { context, model: id, provider };
}
