import type { RuleId } from "./rules";

export type IssueSeverity = "error" | "warning" | "info";

/** Lines and columns are 1-based, columns count UTF-16 units, the end column is exclusive (as Monaco has it). */
export type TextRange = {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
};

export type TextEdit = { range: TextRange; text: string };

/** A repair that can be applied as it stands: all edits at once, to the file the issue names. */
export type IssueFix = { title: string; edits: TextEdit[] };

/** Says one thing that is wrong with a package. `path` is relative to the package; `rules.ts` explains the rule. */
export type SkillIssue = {
  rule: RuleId;
  severity: IssueSeverity;
  path: string;
  range: TextRange;
  message: string;
  fix?: IssueFix;
};

/** `strict` is what the reference validator accepts; `lenient` loads whatever a careful reader could. */
export type ParseMode = "strict" | "lenient";

/** Where an issue about a whole file points. */
export const fileRange: TextRange = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
