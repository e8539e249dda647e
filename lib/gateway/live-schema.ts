import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { largestInteger } from "@/lib/kernel/row-number";
import { exchangeEndings, wireProtocols } from "./gateway-options";

/** Requests of a host that belong together: one conversation there. */
export const liveSessionSchema = z.object({
  id: z.uuid(),
  protocol: z.enum(wireProtocols),
  /** `claude-code`, `codex`, `gemini-cli`; null for a host that is not known. */
  host: z.string().nullable(),
  hostVersion: z.string().nullable(),
  key: z.object({ id: z.uuid(), name: z.string() }),
  /** Whose key it came by. */
  person: personSchema,
  isShared: z.boolean(),
  exchangeCount: z.number().int(),
  startedAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
export type LiveSession = z.infer<typeof liveSessionSchema>;

export const listLiveSessionsSchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListLiveSessions = z.input<typeof listLiveSessionsSchema>;

export const liveSessionListSchema = z.object({
  items: z.array(liveSessionSchema),
  nextCursor: z.string().nullable(),
});
export type LiveSessionList = z.infer<typeof liveSessionListSchema>;

/** One request of a host and what it was answered, without its texts. */
export const liveExchangeSchema = z.object({
  id: z.uuid(),
  /** Within its session, from 1. */
  seq: z.number().int(),
  /** Asked without tools: a title, a choice of model. No part of the history. */
  isSide: z.boolean(),
  modelAsked: z.string(),
  modelId: z.string(),
  /** Of the answer; null when there was none. */
  status: z.number().int().nullable(),
  ending: z.enum(exchangeEndings),
  /** Why this record does not hold all that went by; null when it does. */
  note: z.string().nullable(),
  requestBytes: z.number().int(),
  answerBytes: z.number().int(),
  firstByteMs: z.number().int().nullable(),
  durationMs: z.number().int(),
  tokens: z
    .object({ input: z.number().int(), output: z.number().int(), cached: z.number().int().nullable() })
    .nullable(),
  /** Whether tokens were counted here because the provider did not say. */
  isEstimate: z.boolean(),
  /** US dollars; null when not known. */
  cost: z.number().nullable(),
  /** The exchange whose history this one goes on with, and how many items of it are the same. */
  baseSeq: z.number().int().nullable(),
  sharedItems: z.number().int(),
  itemCount: z.number().int(),
  /** Whether its texts are kept. */
  hasBody: z.boolean(),
  /** What happened to skills, as it was read when it was recorded; `beingReadUntil` alone while that is being done. */
  reading: z.unknown(),
  at: z.iso.datetime(),
});
export type LiveExchange = z.infer<typeof liveExchangeSchema>;

export const liveExchangeListSchema = z.object({ items: z.array(liveExchangeSchema) });

export const listLiveExchangesSchema = z.object({
  /** Exchanges after this one. */
  after: z.coerce.number().int().min(0).max(largestInteger).default(0),
});
export type ListLiveExchanges = z.input<typeof listLiveExchangesSchema>;

/** One exchange with its texts: what the host sent, put together again, and the answer. Null where they are not kept. */
export const liveExchangeBodySchema = liveExchangeSchema.extend({
  request: z.unknown(),
  answer: z.unknown(),
});
export type LiveExchangeBody = z.infer<typeof liveExchangeBodySchema>;
