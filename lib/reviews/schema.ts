import { z } from "zod";

/** Publishes exactly what was looked at: the draft's revision and digest must still be these. */
export const publishSkillSchema = z.object({
  revision: z.number().int().min(1),
  digest: z.string().regex(/^[0-9a-f]{64}$/, "A digest is 64 hexadecimal digits."),
  note: z.string().trim().max(2_000).default(""),
});
export type PublishSkill = z.input<typeof publishSkillSchema>;
