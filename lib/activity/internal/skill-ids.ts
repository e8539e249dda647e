import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import type { SessionEvent } from "@/lib/runtime/events";

/** Which skills of the workspace have the names that a log says without an id: of refusals, and of a host's list. */
export async function skillIdsOf(
  { db }: DatabaseContext,
  workspaceId: string,
  events: readonly SessionEvent[],
): Promise<(name: string) => string | undefined> {
  const names = new Set(
    events.flatMap((event) => {
      if (event.type === "request-refused") return event.payload.skillName ?? [];
      return event.type === "catalogue-injected" ? (event.payload.found?.ours ?? []) : [];
    }),
  );
  if (names.size === 0) return () => undefined;
  const skills = await db.skill.findMany({
    where: { workspaceId, name: { in: [...names] } },
    select: { id: true, name: true },
  });
  const ids = new Map(skills.map(({ id, name }) => [name, id]));
  return (name) => ids.get(name);
}
