import type { DeliveredSkill, Delivery } from "@/lib/delivery/delivered";
import { findMentions } from "@/lib/runtime/find-mentions";

/** The one argument of a prompt, as people write it behind a skill's name. */
export const promptArgument = {
  name: "arguments",
  description: "What the skill should work on, if it takes that.",
  required: false,
} as const;

/**
 * The skills that people may call, in the order of their names' code units. One whose name cannot be written in a
 * message is called by nobody.
 */
export function promptsOf({ skills }: Pick<Delivery, "skills">): DeliveredSkill[] {
  return skills
    .filter(({ skill, userInvocable }) => userInvocable && isCallable(skill))
    .sort((left, right) => (left.skill < right.skill ? -1 : 1));
}

function isCallable(name: string): boolean {
  const [mention] = findMentions(callOf(name, ""), new Set([name]));
  return mention?.name === name && mention.arguments === "";
}

/** What a person would write: "/notes for the release". */
export const callOf = (name: string, args: string): string => `/${name} ${args}`.trimEnd();
