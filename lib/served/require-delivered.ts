import { AppError } from "@/lib/kernel/app-error";
import type { SessionEvent } from "@/lib/runtime/events";
import type { ServedLog } from "./served-log";

/**
 * Of a session that several conversations share: GONE where a skill comes in once more, and other versions are delivered
 * by now than it began with. Mostly a conversation begins there, and it is to have the newest.
 */
export function requireDelivered(
  log: Pick<ServedLog, "events" | "added">,
  pinned: { skills: readonly { versionId: string }[] },
  { skills }: { skills: readonly { version: { id: string } }[] },
): void {
  const delivered = skills.map(({ version }) => version.id);
  const began = pinned.skills.map(({ versionId }) => versionId);
  if (began.length === delivered.length && began.every((id, at) => id === delivered[at])) return;
  const before = new Set(log.events().slice(0, -log.added.length).flatMap(activated));
  if (log.added.flatMap(activated).some((skillId) => before.has(skillId)))
    throw new AppError("GONE", "Other versions are delivered by now. Open another.");
}

const activated = (event: SessionEvent): string[] =>
  event.type === "skill-activated" || event.type === "skill-reactivated" ? [event.payload.skill.skillId] : [];
