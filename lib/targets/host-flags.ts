import { readInvocation } from "@/lib/skills/invocation";
import { lineOfField, type SkillDocument } from "./skill-facts";
import type { TargetRemark } from "./target-plan";

/** What a target does with a flag: the host knows it, it is written as a policy of the host's, or it has no place. */
export type FlagRule = "kept" | "policy" | "lost";
export type FlagRules = { modelInvocation: FlagRule; userInvocation: FlagRule };

export type FlagVerdict = {
  /** Models may not run it, and the host has a file of its own to say so. */
  needsPolicy: boolean;
  warnings: TargetRemark[];
  refusals: TargetRemark[];
};

/** In a frontmatter that cannot be read here and that a host may read all the same: anything but a plain no counts. */
const switchLine = /^["']?disable-model-invocation["']?[ \t]*:(?![ \t]*(?:false|no|off|0)[ \t]*$)/im;

/**
 * What becomes of `disable-model-invocation` and `user-invocable`. A skill that its author kept from models goes nowhere
 * that would run it; one that is only missing in a menu there goes with a warning.
 */
export function judgeFlags(
  { file, text, skill }: SkillDocument,
  rules: FlagRules,
  host: string,
): FlagVerdict {
  const { modelInvocable: isAllowed, userInvocable } = readInvocation(skill.frontmatter);
  const modelInvocable = isAllowed && (skill.loads || !switchLine.test(text));
  const remark = (key: string, message: string): TargetRemark => ({
    rule: "flag-lost",
    file: file.path,
    line: lineOfField(text, key),
    message,
  });
  const isLost = !modelInvocable && rules.modelInvocation === "lost";
  return {
    needsPolicy: !modelInvocable && rules.modelInvocation === "policy",
    refusals: isLost
      ? [
          remark(
            "disable-model-invocation",
            `Its author keeps it from models (\`disable-model-invocation\`), and ${host} has no such switch: a model would run it.`,
          ),
        ]
      : [],
    warnings:
      !userInvocable && rules.userInvocation === "lost"
        ? [
            remark(
              "user-invocable",
              `\`user-invocable: false\` means nothing to ${host}: a person may call it there.`,
            ),
          ]
        : [],
  };
}
