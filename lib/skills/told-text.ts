import { findHarmfulText } from "@/lib/kernel/hidden-text";
import { describeRun } from "@/lib/kernel/mark-hidden";

type Told = { description: string; whenToUse: string };

/**
 * Why agents are not told of a skill, in words; null when they are. Models read characters that the people who
 * approved the skill did not see, so such a description reaches no catalogue, also where the skill was stored before.
 */
export function whyUntold({ description, whenToUse }: Told): string | null {
  for (const [field, text] of [
    ["description", description],
    ["when_to_use", whenToUse],
  ] as const) {
    const [run] = findHarmfulText(text);
    if (run)
      return `Its ${field} has characters that nobody sees (${describeRun(run)}): agents are told of it again once they are deleted.`;
  }
  return null;
}
