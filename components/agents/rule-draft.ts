import { linesOf } from "@/components/ui/lines-of";
import type { Agent } from "@/lib/agents/schema";

/** What a rule says in a form: a list is a text, one item a line; null where it says nothing. */
export type RuleDraft = {
  autoDiscover: boolean;
  allowedSkills: string;
  deniedSkills: string;
  capabilities: string | null;
  skillTypes: string | null;
  os: string | null;
  bins: string | null;
  env: string | null;
};

type Rule = Pick<
  Agent,
  "autoDiscover" | "allowedSkills" | "deniedSkills" | "capabilities" | "skillTypes" | "environment"
>;

const textOf = (items: readonly string[] | null): string | null => items?.join("\n") ?? null;

const itemsOf = (text: string): string[] => [...new Set(linesOf(text))];

const listOf = (text: string | null): string[] | null => (text === null ? null : itemsOf(text));

export const toRuleDraft = (rule: Rule): RuleDraft => ({
  autoDiscover: rule.autoDiscover,
  allowedSkills: rule.allowedSkills.join("\n"),
  deniedSkills: rule.deniedSkills.join("\n"),
  capabilities: textOf(rule.capabilities),
  skillTypes: textOf(rule.skillTypes),
  os: rule.environment.os,
  bins: textOf(rule.environment.bins),
  env: textOf(rule.environment.env),
});

export const toRule = ({ autoDiscover, os, bins, env, ...draft }: RuleDraft): Rule => ({
  autoDiscover,
  allowedSkills: itemsOf(draft.allowedSkills),
  deniedSkills: itemsOf(draft.deniedSkills),
  capabilities: listOf(draft.capabilities),
  skillTypes: listOf(draft.skillTypes),
  environment: { os, bins: listOf(bins), env: listOf(env) },
});

/** What a rule says, as terms and words: only what it says. */
export function sayRule(rule: Rule): [term: string, words: string][] {
  const { os, bins, env } = rule.environment;
  const said: [string, readonly string[] | null, string][] = [
    ["Allowed", rule.allowedSkills.length === 0 ? null : rule.allowedSkills, ""],
    ["Denied", rule.deniedSkills.length === 0 ? null : rule.deniedSkills, ""],
    ["Can do", rule.capabilities, "nothing that a skill may need"],
    ["Types", rule.skillTypes, "none"],
    ["System", os === null ? null : [os], ""],
    ["Programs", bins, "none"],
    ["Variables", env, "none"],
  ];
  return said.flatMap(([term, items, none]): [string, string][] =>
    items === null ? [] : [[term, items.length === 0 ? none : items.join(", ")]],
  );
}
