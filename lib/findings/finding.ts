import type { TextRange } from "@/lib/skills/skill-issue";
import type { FindingRuleId } from "./rules";

/** `blocking` stops publishing until someone who may dismisses it with a reason. */
export type FindingSeverity = "blocking" | "warning" | "info";

/** Something in a package that a reviewer should see. `message` and `excerpt` never hold a whole secret. */
export type Finding = {
  rule: FindingRuleId;
  severity: FindingSeverity;
  path: string;
  range: TextRange;
  message: string;
  excerpt: string;
  /**
   * 64 hexadecimal digits over rule, path and what was found with the lines it stands in: the same after a move
   * inside the file, another one after any change of those lines. A dismissal holds for this.
   */
  fingerprint: string;
};
