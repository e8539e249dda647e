import { z } from "zod";
import { takenWordingSchema } from "@/lib/wordings/schema";

/** `words`: the same shape, and the host's own sentences where the dialect has others. */
export const slotVerdicts = ["equal", "words", "differs"] as const;

export const hostComparisonSchema = z.object({
  /** Why there is nothing to compare; null where there is. */
  lacking: z.string().nullable(),
  /** What the dialect was held against before, and when. */
  agreement: z.object({ version: z.string(), checked: z.string() }).nullable(),
  /** Whose sentences the dialect speaks here; null for its own. */
  wording: takenWordingSchema.nullable(),
  slots: z.array(
    z.object({
      where: z.string(),
      host: z.string(),
      dialect: z.string(),
      verdict: z.enum(slotVerdicts),
      /** A difference that is known, and why it is there. */
      reason: z.string().nullable(),
      /** The texts themselves, where they are not the same; `{skills}` stands for the folder of the skills. */
      texts: z.object({ host: z.string(), dialect: z.string() }).nullable(),
    }),
  ),
});
export type HostComparison = z.infer<typeof hostComparisonSchema>;
