import type { SessionEvent } from "./events";
import type { Receipt } from "./ports";

/** Of each text of a skill the newest time that it came in, for logs that keep no receipts apart. */
export function receiptsOf(events: readonly SessionEvent[], skillId: string): Receipt[] {
  const receipts = new Map<string, Receipt>();
  for (const { type, payload, turn, seq } of events) {
    if (type !== "skill-activated" && type !== "skill-reactivated") continue;
    const { skill, textSha256 } = payload;
    if (skill.skillId === skillId)
      receipts.set(textSha256, { textSha256, arguments: payload.arguments, turn, seq });
  }
  return [...receipts.values()];
}
