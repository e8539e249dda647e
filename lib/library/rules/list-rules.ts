import { archiveRules } from "@/lib/bundles/archive-refusal";
import { findingRules } from "@/lib/findings/rules";
import { sources } from "@/lib/skills/rule";
import { ruleIds, rules } from "@/lib/skills/rules";
import { nameTakenRule } from "../name-taken";
import type { RuleEntry } from "./rule-schema";

/** Background of the rules that look for harm: Snyk's report on 3,984 published skills. */
const harmSource = "https://arxiv.org/abs/2605.28588";

/** Of the library, whatever the package: reported where a skill is created, renamed, duplicated or imported. */
const nameTakenEntry: RuleEntry = {
  id: nameTakenRule,
  about: "archive",
  severity: "error",
  strict: null,
  meaning:
    "Another skill has the name already, or one that differs only in case or in the form of its letters.",
  example: "FILE beside file",
  fix: "Choose another name, or update the other skill.",
  source: sources.house,
};

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
      return { id, about: "archive", strict: null, ...text, source: sources.archives };
    }),
    nameTakenEntry,
  ];
}
