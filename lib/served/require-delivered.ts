import { AppError } from "@/lib/kernel/app-error";
import { isSameList } from "@/lib/kernel/same-list";
import type { SessionEvent } from "@/lib/runtime/events";
import type { ServedLog } from "./served-log";

type Began = { skills: readonly { versionId: string }[] };
type Now = { skills: readonly { version: { id: string } }[] };

/** Whether a session began with the very versions that are delivered now. */
export function isDelivered(pinned: Began, { skills }: Now): boolean {
  return isSameList(
    pinned.skills.map(({ versionId }) => versionId),
    skills.map(({ version }) => version.id),
  );
}

/**
 * Of a session that several conversations share: GONE where a skill comes in once more, or is asked for that it did not
 * begin with, and other versions are delivered by now. Mostly a conversation begins there, and it is to have the newest.
 */
export function requireDelivered(
  log: Pick<ServedLog, "events" | "added">,
  pinned: Began,
  delivered: Now,
): void {
  if (isDelivered(pinned, delivered)) return;
  const before = new Set(log.events().slice(0, -log.added.length).flatMap(activated));
  if (log.added.some(isUnknown) || log.added.flatMap(activated).some((skillId) => before.has(skillId)))
    throw new AppError("GONE", "Other versions are delivered by now. Open another.");
}

const activated = (event: SessionEvent): string[] =>
  event.type === "skill-activated" || event.type === "skill-reactivated" ? [event.payload.skill.skillId] : [];

const isUnknown = ({ type, payload }: SessionEvent): boolean =>
  type === "request-refused" && "rule" in payload && payload.rule === "unknown-skill";
