import { z } from "zod";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";

/** Publishes exactly what was looked at: the draft's revision and digest must still be these. */
export const publishSkillSchema = z.object({
  revision: rowNumber,
  digest: z.string().regex(/^[0-9a-f]{64}$/, "A digest is 64 hexadecimal digits."),
  note: storableText.trim().max(2_000).default(""),
});
export type PublishSkill = z.input<typeof publishSkillSchema>;
