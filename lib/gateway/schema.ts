import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { gatewayKeepings, gatewayKeyStates, wireProtocols } from "./gateway-options";

const longestDays = 3_650;

export const createGatewayKeySchema = z.strictObject({
  name: oneLineText("Give the key a name, such as that of the host.").max(60, "Use at most 60 characters."),
  /** The id of a model connection; null for Rehearsal, the built-in model. */
  model: z.uuid().nullable().default(null),
  /** Whether everybody in the workspace sees what is sent with it; its maker alone otherwise. */
  shared: z.boolean().default(false),
  /** Null for one that does not expire. */
  expiresInDays: z.number().int().min(1).max(longestDays).nullable().default(30),
});
export type CreateGatewayKey = z.input<typeof createGatewayKeySchema>;

export const gatewayKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first characters, to recognise it by. */
  prefix: z.string(),
  /** Who answers. Null for Rehearsal; a name of null for a model that was deleted. */
  model: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** The ways of speaking that this model understands. */
  protocols: z.array(z.enum(wireProtocols)),
  /** Whom it spends for. */
  person: personSchema,
  isShared: z.boolean(),
  state: z.enum(gatewayKeyStates),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type GatewayKey = z.infer<typeof gatewayKeySchema>;

/** The only time that the key itself is shown, within the address that a host is given. */
export const createdGatewayKeySchema = gatewayKeySchema.extend({ address: z.url() });
export type CreatedGatewayKey = z.infer<typeof createdGatewayKeySchema>;

export const gatewayKeyListSchema = z.object({ items: z.array(gatewayKeySchema) });

export const gatewaySettingsSchema = z.strictObject({
  keeps: z.enum(gatewayKeepings),
  /** Days after the last request of a conversation; null for ever. */
  days: z.number().int().min(1, "Keep them for a day at least.").max(longestDays).nullable(),
});
export type GatewaySettings = z.infer<typeof gatewaySettingsSchema>;

/** What was removed because it is not kept any more: conversations, or the bodies of exchanges. */
export const savedGatewaySettingsSchema = gatewaySettingsSchema.extend({
  removed: z.object({ sessions: z.number().int(), bodies: z.number().int() }),
});
export type SavedGatewaySettings = z.infer<typeof savedGatewaySettingsSchema>;
