import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import type { SessionEvent } from "@/lib/runtime/events";
import { branchScope, toEvent } from "./internal/read-events";

type RunPlace = { id: string; branchId: string; workspaceId: string };

const activations = ["skill-activated", "skill-reactivated", "content-evicted"];

/**
 * A run's own events, behind those of its branch that say which skills the prompt held by then: other turns are not
 * read whole. Asks nobody for permission.
 */
export async function readRunLog(
  context: DatabaseContext,
  { id, branchId, workspaceId }: RunPlace,
): Promise<SessionEvent[]> {
  const own = await context.db.event.findMany({
    where: { runId: id, workspaceId },
    orderBy: { seq: "asc" },
  });
  const first = own[0]?.seq;
  if (first === undefined || own[0]?.turn === 1) return own.map(toEvent);
  const scope = await branchScope(context, branchId);
  const before = (types: string[]) =>
    context.db.event.findMany({
      where: { AND: [{ workspaceId, seq: { lt: first }, type: { in: types } }, scope] },
      orderBy: { seq: "asc" },
    });
  const held = await before(activations);
  // Whole turns that were taken out are told by where they began.
  const starts = held.some(({ type }) => type === "content-evicted") ? await before(["run-started"]) : [];
  return [...starts, ...held, ...own].map(toEvent).sort((left, right) => left.seq - right.seq);
}
