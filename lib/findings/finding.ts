import type { TextRange } from "@/lib/skills/skill-issue";
import type { FindingRuleId } from "./rules";

/** `blocking` stops publishing until someone who may dismisses it with a reason. */
export type FindingSeverity = "blocking" | "warning" | "info";

/** Something in a package that a reviewer should see. `excerpt` never holds a whole secret. */
export type Finding = {
  rule: FindingRuleId;
  severity: FindingSeverity;
  path: string;
  range: TextRange;
  message: string;
  excerpt: string;
};
