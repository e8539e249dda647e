import type { FindingRuleId } from "../rules";

/** Something found in a file, by offsets into its text; most of them become findings. */
export type Hit = {
  rule: FindingRuleId;
  start: number;
  end: number;
  message: string;
  /** Shown instead of the text itself. */
  excerpt?: string;
  /** What a dismissal holds for: the lines it stands in unless said otherwise, the whole file, or its name. */
  about?: "file" | "name";
};
