import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { digestPattern } from "@/lib/kernel/is-digest";

const rewordingSchema = z
  .object({ from: z.array(z.string()).min(1), to: z.array(z.string()).min(1) })
  .refine(({ from, to }) => from.length === to.length, "Both sides have the same slots.");

/** As it is stored; the meaning of each field is that of `Wording`. */
export const wordingSchema = z.object({
  lists: z.array(z.object({ before: rewordingSchema, after: rewordingSchema })),
  tools: z.array(
    z.object({ tool: z.string(), field: z.string().nullable(), from: z.string(), to: z.string() }),
  ),
  lines: z.array(rewordingSchema),
});

const digest = z.string().regex(digestPattern, "Give the digest of the sentences that you have seen.");

/** A host's own sentences, as a workspace rehearses with them. */
export const takenWordingSchema = z.object({
  dialect: z.string(),
  /** Of the host whose sentences they are; null where it did not say. */
  hostVersion: z.string().nullable(),
  /** Who took them. */
  person: personSchema,
  takenAt: z.iso.datetime(),
  /** How many there are. */
  texts: z.number().int(),
  digest: z.string(),
});
export type TakenWording = z.infer<typeof takenWordingSchema>;

export const takenWordingListSchema = z.object({ items: z.array(takenWordingSchema) });

/** What of a live host's conversation would become the words of its dialect. */
export const wordingPreviewSchema = z.object({
  /** Why there is nothing to take; null where there is. */
  lacking: z.string().nullable(),
  dialect: z.string().nullable(),
  hostVersion: z.string().nullable(),
  /** Stands for exactly these sentences; null where there are none. */
  digest: z.string().nullable(),
  taken: z.array(z.object({ where: z.string(), host: z.string(), dialect: z.string() })),
  /** What cannot be taken, and why. */
  refused: z.array(z.object({ where: z.string(), reason: z.string() })),
});
export type WordingPreview = z.infer<typeof wordingPreviewSchema>;

export const takeWordingSchema = z.strictObject({ digest });
export type TakeWording = z.input<typeof takeWordingSchema>;
