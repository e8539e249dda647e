import { z } from "zod";
import { jsonOrNull } from "@/lib/kernel/read-json";
import { modelProviders } from "./provider-options";

const parts = z.tuple([z.enum(modelProviders), z.string().nullable(), z.string()]);

type Endpoint = { provider: string; baseUrl: string | null; modelId: string };

/** Tells models apart, whatever their connections are called: which model of which provider at which address. */
export const modelAddress = ({ provider, baseUrl, modelId }: Endpoint): string =>
  JSON.stringify([provider, baseUrl, modelId]);

/** "claude-sonnet-4-5 of anthropic", "llama at http://localhost:8080/v1"; null for what is no connection's. */
export function sayModelAddress(address: string): string | null {
  const read = parts.safeParse(jsonOrNull(address)).data;
  if (!read) return null;
  const [provider, baseUrl, modelId] = read;
  return baseUrl === null ? `${modelId} of ${provider}` : `${modelId} at ${baseUrl}`;
}
