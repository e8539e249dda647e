import type { Turn } from "../transcript/transcript";

/** Skills that were activated in a turn, or were active and asked for, each once. */
export const activatedIn = (turn: Turn): string[] => [
  ...new Set(
    turn.events.flatMap((event) =>
      event.type === "skill-activated" ||
      event.type === "skill-reactivated" ||
      event.type === "skill-already-active"
        ? [event.payload.skill.name]
        : [],
    ),
  ),
];
