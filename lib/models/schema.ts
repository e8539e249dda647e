import { z } from "zod";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { storableText } from "@/lib/kernel/storable-text";
import { modelProviders } from "./provider-options";
import { testedParts } from "./tested-parts";

const priceSchema = z.number().min(0).max(100_000).nullable();
const limitSchema = z.number().min(0).max(10_000_000).nullable();

const endpointFields = {
  provider: z.enum(modelProviders),
  /** The provider's own address when null. */
  baseUrl: storableText.trim().min(1).max(500).nullable(),
  modelId: storableText.trim().min(1, "Say which model.").max(200),
  /** Written, never read again. */
  key: storableText
    .trim()
    .min(1)
    .max(1_000)
    .regex(/^[\x21-\x7e]+$/, "A key has no spaces and no unusual characters.")
    .nullable(),
};

const settingFields = {
  name: oneLineText("Give the model a name.").max(60),
  windowTokens: z.number().int().min(1_000).max(100_000_000),
  maxOutputTokens: z.number().int().min(1).max(10_000_000).nullable(),
  /** Until the first piece of an answer, and between two pieces. */
  timeoutSeconds: z.number().int().min(1).max(900),
  /** US dollars per million tokens; null when not known: then cost is not known either. */
  inputPrice: priceSchema,
  outputPrice: priceSchema,
  cachedInputPrice: priceSchema,
  /** US dollars per calendar month (UTC), of everybody and of one person. */
  monthlyLimit: limitSchema,
  personLimit: limitSchema,
};

export const testConnectionSchema = z.object({
  ...endpointFields,
  baseUrl: endpointFields.baseUrl.default(null),
  key: endpointFields.key.default(null),
});
export type TestConnection = z.input<typeof testConnectionSchema>;

export const createConnectionSchema = z.object({
  ...testConnectionSchema.shape,
  ...settingFields,
  windowTokens: settingFields.windowTokens.default(128_000),
  maxOutputTokens: settingFields.maxOutputTokens.default(8_192),
  timeoutSeconds: settingFields.timeoutSeconds.default(120),
  inputPrice: priceSchema.default(null),
  outputPrice: priceSchema.default(null),
  cachedInputPrice: priceSchema.default(null),
  monthlyLimit: limitSchema.default(null),
  personLimit: limitSchema.default(null),
  /** Of a test that passed within the last minutes; without it the connection is tested now. */
  receipt: z.string().max(200).optional(),
});
export type CreateConnection = z.input<typeof createConnectionSchema>;

/** Another address or provider needs the key again: it is not sent anywhere it was not meant for. */
export const editConnectionSchema = z
  .object({ ...endpointFields, ...settingFields, receipt: z.string().max(200) })
  .partial();
export type EditConnection = z.input<typeof editConnectionSchema>;

const checkSchema = z.object({
  works: z.boolean(),
  /** In words: what came, or what failed. */
  told: z.string(),
});

/** What one real call with one tool showed. */
export const testReportSchema = z.object({
  /** Text streams and the model is there: it can be saved. */
  usable: z.boolean(),
  text: checkSchema,
  streaming: checkSchema,
  tools: checkSchema,
  tokens: checkSchema,
  /** Why it is not usable; null when it is. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  durationMs: z.number().int(),
  /** To be given when saving; null when it is not usable. */
  receipt: z.string().nullable(),
});
export type TestReport = z.infer<typeof testReportSchema>;

export const connectionSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  provider: z.enum(modelProviders),
  baseUrl: z.string().nullable(),
  modelId: z.string(),
  /** The key's last characters, for who may manage models; null for others and without a key. */
  keyHint: z.string().nullable(),
  hasKey: z.boolean(),
  windowTokens: z.number().int(),
  maxOutputTokens: z.number().int().nullable(),
  timeoutSeconds: z.number().int(),
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  cachedInputPrice: z.number().nullable(),
  monthlyLimit: z.number().nullable(),
  personLimit: z.number().nullable(),
  /** US dollars since the first of this month, UTC, of requests whose price is known. */
  spent: z.object({ everybody: z.number(), mine: z.number() }),
  /** When it was last tested, whatever came of it; null for never. */
  testedAt: z.iso.datetime().nullable(),
  /** What did not work in that test; empty when it passed. */
  testLacks: z.array(z.enum(testedParts)),
  archivedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionListSchema = z.object({ items: z.array(connectionSchema) });

/** A model server on a listed host that answered. */
export const localServerSchema = z.object({ baseUrl: z.string(), models: z.array(z.string()) });
export const localServersSchema = z.object({ items: z.array(localServerSchema) });
export type LocalServer = z.infer<typeof localServerSchema>;
