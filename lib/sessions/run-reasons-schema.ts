import { z } from "zod";
import { candidateStates } from "@/lib/runtime/explain-absence";

const score = z.number().min(0).max(1).nullable();

/** Why a turn activated what it did, and nothing else. */
export const runReasonsSchema = z.object({
  mode: z.string().nullable(),
  /** What skills were compared with: the message, or what a search or a router looked for. */
  query: z.string(),
  rankedBy: z.enum(["search", "router", "message"]).nullable(),
  threshold: score.meta({
    description: "From which score rules take a skill; null for a language model, which decides by itself.",
  }),
  fit: z.enum(["fits", "tie", "below"]).nullable().meta({
    description: "What the rules make of the ranking; null where a language model or a router decides.",
  }),
  /** Names of the skills that came in, or were active. */
  activated: z.array(z.string()),
  /** How many descriptions the budget cut or left out. */
  cut: z.number().int().min(0),
  /** Every skill of the turn once, ranked ones first. */
  candidates: z.array(
    z.object({
      skillId: z.string(),
      name: z.string(),
      state: z.enum(candidateStates),
      /** In a sentence or two. */
      reason: z.string(),
      /** 1 is the best; null for one without a word in common, and where nothing was ranked. */
      place: z.number().int().min(1).nullable(),
      score,
      /** What was told of its description; null where nothing was. */
      told: z.string().nullable(),
      /** Words of the message that are in its name or in what was told. */
      words: z.array(z.string()),
    }),
  ),
});
export type RunReasons = z.infer<typeof runReasonsSchema>;
