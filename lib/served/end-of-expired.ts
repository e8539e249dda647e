import type { SessionEvent } from "@/lib/runtime/events";
import { summariseRun } from "@/lib/runtime/summarise-run";
import { expiryOf, servedStateOf } from "./served-options";

type Session = { startedAt: Date; lastAt: Date; endedAt: Date | null };

/** The end of the last turn of a session that nobody ended: its log lacks it, and whoever reads it is to see one. */
export function endOfExpired(session: Session, events: readonly SessionEvent[], now: Date): SessionEvent[] {
  const last = events.at(-1);
  if (!last || last.type === "run-finished" || servedStateOf(session, now) !== "expired") return [];
  const at = expiryOf(session);
  const totals = summariseRun(
    events.filter(({ runId }) => runId === last.runId),
    session.lastAt,
  );
  const { conversationId, branchId, runId, turn, traceId } = last;
  return [
    {
      seq: last.seq + 1,
      conversationId,
      branchId,
      runId,
      turn,
      traceId,
      at: at.toISOString(),
      type: "run-finished",
      payload: { outcome: "interrupted", error: null, totals },
    },
  ];
}
