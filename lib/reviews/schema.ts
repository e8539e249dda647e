import { z } from "zod";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { digestPattern } from "@/lib/kernel/is-digest";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { labelNameSchema } from "@/lib/library/labels/label-schema";

/** Publishes exactly what was looked at: the draft's revision and digest must still be these. */
export const publishSkillSchema = z.object({
  revision: rowNumber,
  digest: digestSchema,
  note: storableText.trim().max(2_000).default(""),
  /** The newest version that the publisher saw; must be said when the draft did not start from it. */
  newestVersion: rowNumber.nullable().optional(),
  /** For roles that may publish past the policy: why. The audit keeps it. */
  bypassReason: storableText.trim().min(3, "Say why in a few words.").max(1_000).optional(),
  /** Labels to move to the new version in the same transaction. */
  labels: z.array(labelNameSchema).max(20).default([]),
});
export type PublishSkill = z.input<typeof publishSkillSchema>;

export const fingerprintSchema = z.string().regex(digestPattern, "A fingerprint is 64 hexadecimal digits.");

export const dismissFindingSchema = z.object({
  fingerprint: fingerprintSchema,
  reason: storableText
    .trim()
    .min(3, "Say in a few words why this is all right.")
    .max(1_000, "Use at most 1,000 characters."),
});
export type DismissFinding = z.input<typeof dismissFindingSchema>;
