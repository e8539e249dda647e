import { documentRules } from "./internal/document-rules";
import { fieldRules } from "./internal/field-rules";
import { nameRules } from "./internal/name-rules";
import { packageRules } from "./internal/package-rules";

/** Every rule a SKILL.md and its package are held to: the same in the editor, the API and the import report. */
export const rules = { ...documentRules, ...nameRules, ...fieldRules, ...packageRules } as const;

export type RuleId = keyof typeof rules;

export const ruleIds = Object.keys(rules).filter(isRuleId);

export function isRuleId(value: string): value is RuleId {
  return Object.hasOwn(rules, value);
}
