import { readSwitch } from "./internal/check-fields";
import type { Frontmatter } from "./parse-skill";

/** Who may activate a skill, and what its author says of when, beside the description. */
export type Invocation = {
  /** False: models are not told of it, and only a person may activate it. */
  modelInvocable: boolean;
  /** False: it is the model's alone. */
  userInvocable: boolean;
  /** Empty when SKILL.md does not say. */
  whenToUse: string;
};

/** What a skill allows that says nothing about it. */
export const usualInvocation: Invocation = { modelInvocable: true, userInvocable: true, whenToUse: "" };

/**
 * Reads `disable-model-invocation`, `user-invocable` and `when_to_use`, switches as hosts read them; what is no
 * switch counts as not written. Source: https://code.claude.com/docs/en/skills
 */
export function readInvocation(frontmatter: Frontmatter): Invocation {
  const fieldText = (key: string): string => {
    const value = frontmatter.get(key);
    return typeof value === "string" ? value : "";
  };
  return {
    modelInvocable: readSwitch(fieldText("disable-model-invocation")) !== true,
    userInvocable: readSwitch(fieldText("user-invocable")) !== false,
    whenToUse: fieldText("when_to_use").trim(),
  };
}
