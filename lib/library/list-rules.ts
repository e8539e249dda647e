import { archiveRules } from "@/lib/bundles/archive-refusal";
import { findingRules } from "@/lib/findings/rules";
import { sources } from "@/lib/skills/rule";
import { ruleIds, rules } from "@/lib/skills/rules";
import type { RuleEntry } from "./rule-schema";

/** Background of the rules that look for harm: Snyk's report on 3,984 published skills. */
const harmSource = "https://arxiv.org/abs/2605.28588";

/** Every rule that a skill, its content or its archive is held to: one table for the page, the API and the reports. */
export function listRules(): RuleEntry[] {
  return [
    ...ruleIds.map((id): RuleEntry => {
      const { lenient, strict, meaning, example, fix, source } = rules[id];
      return { id, about: "format", severity: lenient, strict, meaning, example, fix, source };
    }),
    ...Object.entries(findingRules).map(([id, { severity, meaning, example, fix }]): RuleEntry => {
      return { id, about: "content", severity, strict: null, meaning, example, fix, source: harmSource };
    }),
    ...Object.entries(archiveRules).map(([id, text]): RuleEntry => {
      return { id, about: "archive", severity: "error", strict: null, ...text, source: sources.archives };
    }),
  ];
}
