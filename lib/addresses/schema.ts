import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { storableText } from "@/lib/kernel/storable-text";
import { labelNameSchema } from "@/lib/library/labels/label-schema";
import { addressStates, mostChosenSkills } from "./address-options";

const longestDays = 3_650;

const chosenSkills = z
  .array(storableText)
  .min(1, "Choose at least one skill.")
  .max(mostChosenSkills, `Choose at most ${mostChosenSkills} skills; for more, give an address of a label.`)
  .refine((names) => new Set(names).size === names.length, "A skill appears twice.");

/** What the address is to give. */
const wantedSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("agent"), agent: storableText }),
  z.strictObject({ kind: z.literal("label"), label: labelNameSchema }),
  /** By their names, the newest version of each. */
  z.strictObject({ kind: z.literal("selection"), skills: chosenSkills }),
]);

export const createAddressSchema = z.strictObject({
  name: oneLineText("Give the address a name, such as that of the machines that use it.").max(
    60,
    "Use at most 60 characters.",
  ),
  gives: wantedSchema,
  /** Null for one that does not expire. */
  expiresInDays: z.number().int().min(1).max(longestDays).nullable().default(null),
});
export type CreateAddress = z.input<typeof createAddressSchema>;

export const listAddressesSchema = z.object({
  /** Only those of this agent. */
  agent: storableText.optional(),
});
export type ListAddresses = z.input<typeof listAddressesSchema>;

export const addressSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  gives: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("agent"), agent: z.object({ slug: z.string(), name: z.string() }) }),
    z.object({ kind: z.literal("label"), label: z.string() }),
    z.object({ kind: z.literal("selection"), skills: z.array(z.string()) }),
  ]),
  state: z.enum(addressStates),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** To the minute. */
  lastFetchedAt: z.iso.datetime().nullable(),
});
export type Address = z.infer<typeof addressSchema>;

/** With the secret: whoever has `url` fetches what the address gives. */
export const shownAddressSchema = addressSchema.extend({
  url: z.url(),
  /** The same skills as a git repository. */
  gitUrl: z.url(),
});
export type ShownAddress = z.infer<typeof shownAddressSchema>;

export const addressListSchema = z.object({ items: z.array(addressSchema) });
