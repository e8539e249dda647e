import type { FindingRuleId } from "../rules";

/** Places are offsets into the file's text; most hits become findings. */
export type Hit = {
  rule: FindingRuleId;
  start: number;
  end: number;
  message: string;
  /** It is shown instead of the text itself. */
  excerpt?: string;
  /** What a dismissal holds for: the lines it stands in unless said otherwise, the whole file, or its name. */
  about?: "file" | "name";
};
