import type { Steps } from "@/lib/kernel/steps";
import type { ParsedSkill } from "@/lib/skills/parse-skill";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { type ValidateInput, validatePackage } from "@/lib/skills/validate-package";
import { countTokens } from "@/lib/tokens/count-tokens";

export type WeighInput = Pick<ValidateInput, "folderName" | "files" | "siblings">;
/** What is wrong with a package as a whole, and what its SKILL.md weighs. Token counts are estimates. */
export type WeighedPackage = {
  skill: ParsedSkill;
  issues: SkillIssue[];
  tokens: { metadata: number; instructions: number };
};

export function* weighPackage(input: WeighInput): Steps<WeighedPackage> {
  const { skill, issues } = validatePackage(input);
  yield;
  const metadata = countTokens(`${skill.name}\n${skill.description}`);
  const instructions = countTokens(skill.body);
  return { skill, issues, tokens: { metadata, instructions } };
}
