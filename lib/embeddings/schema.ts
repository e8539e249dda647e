import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";
import { testConnectionSchema } from "@/lib/models/schema";

const { modelId, key } = testConnectionSchema.shape;
const baseUrl = storableText.trim().min(1, "Enter the base URL.").max(500);

/** A key that is absent is the stored one, for the address that it was given for. */
export const testEmbeddingsSchema = z.strictObject({ baseUrl, modelId, key: key.unwrap().optional() });
export type TestEmbeddings = z.input<typeof testEmbeddingsSchema>;

export const setEmbeddingsSchema = z.strictObject({
  ...testEmbeddingsSchema.shape,
  /** US dollars per million tokens; null when not known: then cost is not known either. */
  price: z.number().min(0).max(100_000).nullable().default(null),
  /** Tokens of a calendar month (UTC) after which nothing more is asked; null for no limit. */
  monthlyTokens: z.number().int().min(1_000).max(2_000_000_000).nullable().default(null),
});
export type SetEmbeddings = z.input<typeof setEmbeddingsSchema>;

export const embeddingsTestSchema = z.object({
  works: z.boolean(),
  /** In words: what came, or what failed. */
  told: z.string(),
  dimensions: z.number().int().nullable(),
  durationMs: z.number().int(),
});
export type EmbeddingsTest = z.infer<typeof embeddingsTestSchema>;

const embeddingEndpointSchema = z.object({
  baseUrl: z.string(),
  modelId: z.string(),
  hasKey: z.boolean(),
  /** The key's last four characters; null for whoever may not change it. */
  keyHint: z.string().nullable(),
  dimensions: z.number().int(),
  price: z.number().nullable(),
  monthlyTokens: z.number().int().nullable(),
  /** In this calendar month (UTC); `cost` in US dollars, null without a price. */
  used: z.object({ tokens: z.number().int(), texts: z.number().int(), cost: z.number().nullable() }),
  /** Why searches go by words alone at the moment; null when they do not. */
  failure: z.object({ message: z.string(), at: z.string(), retryAt: z.string().nullable() }).nullable(),
});
export type EmbeddingEndpoint = z.infer<typeof embeddingEndpointSchema>;

export const embeddingSettingsSchema = z.object({
  /** Null: searches go by words. */
  endpoint: embeddingEndpointSchema.nullable(),
  /** Skills that are not archived, and how many of their drafts have a vector. */
  skills: z.object({ total: z.number().int(), embedded: z.number().int() }),
});
export type EmbeddingSettings = z.infer<typeof embeddingSettingsSchema>;
