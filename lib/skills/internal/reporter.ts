import { type RuleId, rules } from "../rules";
import type { ParseMode, SkillIssue } from "../skill-issue";
import type { LineIndex } from "../text-position";

/** Offsets into the text; turned into lines and columns by the reporter. */
export type OffsetEdit = { start: number; end: number; text: string };
export type OffsetFix = { title: string; edits: OffsetEdit[] };

export type Report = (rule: RuleId, start: number, end: number, message: string, fix?: OffsetFix) => void;

/** Collects issues of one file; the severity comes from the rule and the mode, never from the caller. */
export function createReporter(
  lines: LineIndex,
  path: string,
  mode: ParseMode,
): { issues: SkillIssue[]; report: Report } {
  const issues: SkillIssue[] = [];
  const report: Report = (rule, start, end, message, fix) => {
    issues.push({
      rule,
      severity: rules[rule][mode],
      path,
      range: lines.rangeOf(start, end),
      message,
      ...(fix && {
        fix: {
          title: fix.title,
          edits: fix.edits.map((edit) => ({ range: lines.rangeOf(edit.start, edit.end), text: edit.text })),
        },
      }),
    });
  };
  return { issues, report };
}
