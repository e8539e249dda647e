import { z } from "zod";
import { keyScopes, machineRoles, roles } from "@/lib/access/permissions";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { storableText } from "@/lib/kernel/storable-text";
import { personSchema } from "./schema";

const scope = z.enum(keyScopes, {
  error: () => `There is no such scope. Choose among ${keyScopes.join(", ")}.`,
});
const scopes = z
  .array(scope)
  .min(1, "Choose what the key may do.")
  .refine((all) => new Set(all).size === all.length, "A scope appears twice.");

/** A machine is a member of its own, so that its role is not a person's. Several keys make a change of keys possible. */
const machine = z.union([
  z.strictObject({
    /** Of a new machine, named like the key. At most the maker's own; nothing is owned by a machine. */
    role: z.enum(machineRoles),
  }),
  z.strictObject({ id: z.uuid() }),
]);

/** Strict: a limit that was asked for and is not known here must not be left out in silence. */
export const createKeySchema = z
  .strictObject({
    name: oneLineText("Give the key a name.").max(60, "Use at most 60 characters."),
    scopes,
    /** The address of the one agent that a key to deliver is for. */
    agent: storableText.min(1).max(200).optional(),
    /** Whom it acts as: a machine, or its maker when absent. */
    machine: machine.optional(),
    /** Null for one that does not expire. */
    expiresInDays: z.number().int().min(1).max(3650).nullable().default(90),
  })
  .superRefine(({ scopes, agent }, check) => {
    const refuse = (path: string, message: string) =>
      check.addIssue({ code: "custom", path: [path], message });
    const delivers = scopes.includes("deliver");
    if (delivers && scopes.length > 1)
      refuse("scopes", "A key to deliver opens one agent’s skills and nothing else: choose deliver alone.");
    if (delivers && agent === undefined) refuse("agent", "Say which agent’s skills the key delivers.");
    if (!delivers && agent !== undefined)
      refuse("agent", "Only a key to deliver is for one agent: choose deliver, or leave the agent out.");
  });
export type CreateKey = z.input<typeof createKeySchema>;

export const keySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first characters, to recognise it by. */
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** The one agent that a key to deliver is for; null for other keys, and when that agent is gone. */
  agent: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  /** Whom it acts as. */
  person: personSchema,
  isMachine: z.boolean(),
  /** Of whom it acts as, now; null when they are no member any more. */
  role: z.enum(roles).nullable(),
  /** `stopped` while the account of whom it acts as is deactivated: it opens nothing until that is active again. */
  state: z.enum(["active", "stopped", "expired", "revoked"]),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Key = z.infer<typeof keySchema>;

/** The only time that the key itself is shown. */
export const createdKeySchema = keySchema.extend({ key: z.string() });
export type CreatedKey = z.infer<typeof createdKeySchema>;

export const keyListSchema = z.object({ items: z.array(keySchema) });
