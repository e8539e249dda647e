import { z } from "zod";

/** `format`: what SKILL.md and its package are held to. `content`: what looks like harm. `archive`: uploads. */
export const ruleSubjects = ["format", "content", "archive"] as const;

export const ruleEntrySchema = z.object({
  /** The `rule` of issues and findings. */
  id: z.string(),
  about: z.enum(ruleSubjects),
  /** How a careful reader takes it; `blocking` and `error` stop publishing. */
  severity: z.enum(["error", "blocking", "warning", "info"]),
  /** How the reference validator takes it; null where it has no say. */
  strict: z.enum(["error", "warning", "info"]).nullable(),
  meaning: z.string(),
  example: z.string(),
  fix: z.string(),
  source: z.string(),
});
export type RuleEntry = z.infer<typeof ruleEntrySchema>;

export const ruleListSchema = z.object({ items: z.array(ruleEntrySchema) });
