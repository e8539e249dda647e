import type { UnavailableSkill } from "@/lib/runtime/events";

/** Why a skill that the agent has was not offered in a run. */
export const unavailableWords = {
  disabled: "switched off for this agent",
  "not-chosen": "kept out by the agent’s rule",
  archived: "archived",
  "not-published": "not published yet",
  "label-missing": "no version has its label",
  withdrawn: "its version was withdrawn",
  unreadable: "its SKILL.md cannot be read",
  "hidden-text": "its description has characters that nobody sees",
  "left-out": "left out of this conversation",
  "host-refuses": "this host does not load it",
} as const satisfies Record<UnavailableSkill["reason"], string>;
