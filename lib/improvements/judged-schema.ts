import { z } from "zod";
import { proportionSchema } from "@/lib/proof/reports/figures-schema";

const count = z.number().int();

/** A case that came to something else. */
const turnedSchema = z.object({
  id: z.string(),
  query: z.string(),
  before: z.string(),
  after: z.string(),
  /** The skill that was activated instead. */
  by: z.string().nullable(),
});

/** Right cases of a part of a suite, as it stands and with the text. */
export const sideFiguresSchema = z.object({
  before: proportionSchema,
  after: proportionSchema,
  gained: z.array(turnedSchema),
  lost: z.array(turnedSchema),
  /** Cases that were not measured on either side. */
  unmeasured: count,
});
export type SideFigures = z.infer<typeof sideFiguresSchema>;

/** What a text came to. Of what stands already `after` is null. */
export const judgedSchema = z.object({
  training: sideFiguresSchema.nullable(),
  heldOut: sideFiguresSchema.nullable(),
  /** Of the held-out gain, one-sided, considering how many were tried; null for a shortening and for what stands. */
  p: z.number().nullable(),
  neighbours: z.array(sideFiguresSchema.extend({ skill: z.string() })),
});
export type Judged = z.infer<typeof judgedSchema>;
