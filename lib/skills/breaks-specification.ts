import { rules } from "./rules";
import type { SkillIssue } from "./skill-issue";

/** The reference reads every scalar as text; readers that know types do not, and the specification asks for text. */
const asTexts: ReadonlySet<string> = new Set(["name-typed", "description-typed"]);

/** Whether an issue is an error by the specification, however a careful reader takes it. */
export const breaksSpecification = ({ rule }: Pick<SkillIssue, "rule">): boolean =>
  rules[rule].strict === "error" || asTexts.has(rule);

/** An issue on one line: where, what, by which rule and what to do. */
export function sayIssue({ path, range, rule, message }: SkillIssue): string {
  const said = message.replace(/\.$/, "");
  return `${path}:${range.startLine}:${range.startColumn}: ${said} (${rule}). ${rules[rule].fix}`;
}
