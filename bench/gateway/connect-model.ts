import { z } from "zod";
import type { ModelProvider } from "@/lib/models/provider-options";
import type { Installation } from "../faults/installation";

const identified = z.object({ id: z.string() });
const tested = z.object({ receipt: z.string().nullable() });

/** A connection of the workspace, saved as nobody's test would allow: what answers here is no model. Its id. */
export async function connectModel(
  at: Installation,
  home: string,
  model: { name: string; provider: ModelProvider; baseUrl: string; windowTokens?: number },
): Promise<string> {
  const { name, provider, baseUrl, windowTokens } = model;
  const endpoint = { provider, baseUrl, modelId: "m", key: "not-a-key" };
  const { receipt } = tested.parse(
    JSON.parse((await at.ask(`${home}/models/test`, { body: endpoint })).text),
  );
  const made = await at.ask(`${home}/models`, {
    body: {
      ...endpoint,
      name,
      ...(receipt ? { receipt } : {}),
      ...(windowTokens === undefined ? {} : { windowTokens }),
    },
  });
  return identified.parse(JSON.parse(made.text)).id;
}

const keyed = z.object({ id: z.string(), address: z.string() });

/** A host's key for that model; null for Rehearsal. */
export async function makeKey(at: Installation, home: string, body: { name: string; model: string | null }) {
  return keyed.parse(JSON.parse((await at.ask(`${home}/gateway/keys`, { body })).text));
}

const sessions = z.object({ items: z.array(z.object({ id: z.string(), key: identified })) });
const exchanges = z.object({
  items: z.array(
    z.object({
      seq: z.number(),
      status: z.number().nullable(),
      ending: z.string(),
      tokens: z.object({ input: z.number(), output: z.number() }).nullable(),
    }),
  ),
});

/** All that went by with one key, of every conversation. */
export async function exchangesOf(at: Installation, home: string, key: string) {
  const ask = async (path: string) => JSON.parse((await at.ask(`${home}/gateway${path}`)).text);
  const ours = sessions.parse(await ask("/sessions")).items.filter((session) => session.key.id === key);
  const lists = await Promise.all(
    ours.map(async ({ id }) => exchanges.parse(await ask(`/sessions/${id}/exchanges`)).items),
  );
  return lists.flat();
}
