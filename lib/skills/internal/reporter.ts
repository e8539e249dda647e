import { type RuleId, rules } from "../rules";
import type { ParseMode, SkillIssue } from "../skill-issue";
import type { LineIndex } from "../text-position";

/** Offsets count from the start of the text; the reporter turns them into lines and columns. */
export type OffsetEdit = { start: number; end: number; text: string };
export type OffsetFix = { title: string; edits: OffsetEdit[] };

export type Report = (rule: RuleId, start: number, end: number, message: string, fix?: OffsetFix) => void;

/** Of one rule in one file; the last one kept stands for all that follow, and says how many: nobody reads thousands. */
const mostOfOneRule = 200;

/** Collects issues of one file; the severity comes from the rule and the mode, never from the caller. */
export function createReporter(
  lines: LineIndex,
  path: string,
  mode: ParseMode,
): { issues: SkillIssue[]; report: Report } {
  const issues: SkillIssue[] = [];
  const told = new Map<RuleId, { count: number; last: SkillIssue; message: string }>();
  const report: Report = (rule, start, end, message, fix) => {
    const same = told.get(rule);
    if (same && same.count >= mostOfOneRule) {
      same.count += 1;
      same.last.message = `${same.message} (${same.count - mostOfOneRule} more of this rule in this file)`;
      return;
    }
    const issue: SkillIssue = {
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
    };
    issues.push(issue);
    told.set(rule, { count: (same?.count ?? 0) + 1, last: issue, message });
  };
  return { issues, report };
}
