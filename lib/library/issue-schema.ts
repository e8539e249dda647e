import { z } from "zod";
import { type FindingRuleId, findingRules } from "@/lib/findings/rules";
import { ruleIds } from "@/lib/skills/rules";

const count = z.number().int().min(0);
const textRangeSchema = z.object({ startLine: count, startColumn: count, endLine: count, endColumn: count });

/** What a rule of the format says about a place in a package. */
export const skillIssueSchema = z.object({
  rule: z.enum(ruleIds),
  severity: z.enum(["error", "warning", "info"]),
  path: z.string(),
  range: textRangeSchema,
  message: z.string(),
  fix: z
    .object({ title: z.string(), edits: z.array(z.object({ range: textRangeSchema, text: z.string() })) })
    .exactOptional(),
});

const findingRuleIds = Object.keys(findingRules).filter((id): id is FindingRuleId => id in findingRules);

/** What a scan says about one. */
export const findingSchema = z.object({
  rule: z.enum(findingRuleIds),
  severity: z.enum(["blocking", "warning", "info"]),
  path: z.string(),
  range: textRangeSchema,
  message: z.string(),
  excerpt: z.string(),
  /** What a dismissal names. Empty in the report of an import from before there were any. */
  fingerprint: z.string().default(""),
});
