import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SessionEvent } from "@/lib/runtime/events";
import { listServedRows } from "./internal/served-logs";

/** A session's log up to an event, in order, for what the server itself makes of it. Asks nobody for permission. */
export const readServedEvents = (
  context: WorkspaceContext,
  { id, through }: { id: string; through: number },
): Promise<SessionEvent[]> => listServedRows(context, { id, after: 0, limit: through });
