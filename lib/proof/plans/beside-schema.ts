import { z } from "zod";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";

/** `none`: the sibling is left out of the catalogue. */
const besideSources = ["draft", "version", "none"] as const;

/** Another skill whose bytes a run puts into the catalogue, in the place of those that the agent has of it. */
export const askedBesideSchema = z
  .object({
    skill: storableText.min(1).max(200),
    follows: z.enum(besideSources),
    version: rowNumber.optional(),
  })
  .refine(
    ({ follows, version }) => (follows === "version") === (version !== undefined),
    "A version has a number, and nothing else has one.",
  );
export type AskedBeside = z.output<typeof askedBesideSchema>;

/** The same as it was frozen. `skill`: its name at that moment. */
export const besideSchema = z.object({
  skill: z.string(),
  version: z.number().int().nullable(),
  /** Of the draft. */
  revision: z.number().int().nullable(),
  /** Null where it was left out. */
  digest: z.string().nullable(),
});
export type Beside = z.infer<typeof besideSchema>;
