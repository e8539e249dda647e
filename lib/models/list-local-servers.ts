import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { env } from "@/lib/platform/env";
import { providerFetch } from "./provider-fetch";
import type { LocalServer } from "./schema";

const patienceMs = 1_500;
const mostHosts = 16;
const ollamaPort = 11_434;
const modelListSchema = z.object({ data: z.array(z.object({ id: z.string().max(200) })).max(1_000) });

/** Model servers on the hosts that the operator listed, with the models they have; asked now, side by side. */
export async function listLocalServers(context: Context): Promise<LocalServer[]> {
  requirePermission(context, "models.manage");
  const found = await Promise.all(env().allowedHosts.slice(0, mostHosts).map(askHost));
  return found.flatMap((server) => (server ? [server] : []));
}

/** Ollama, LM Studio and vLLM answer GET /v1/models as OpenAI does. */
async function askHost(host: string): Promise<LocalServer | null> {
  const hasPort = /:\d+$/.test(host.replace(/^.*\]/, ""));
  const baseUrl = `http://${hasPort ? host : `${host}:${ollamaPort}`}/v1`;
  try {
    const answer = await providerFetch()(`${baseUrl}/models`, { signal: AbortSignal.timeout(patienceMs) });
    const { data } = modelListSchema.parse(await answer.json());
    return { baseUrl, models: data.map(({ id }) => id).sort() };
  } catch {
    // Whatever is there, it is no model server: nothing to offer.
    return null;
  }
}
