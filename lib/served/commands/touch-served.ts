import "server-only";
import type { Context } from "@/lib/access/context";
import { minuteMs } from "@/lib/kernel/durations";
import type { ServedRow } from "../internal/served-rows";

/** Notes, at most once a minute, that a session was asked for something, so that it does not end for want of requests. */
export async function touchServed(context: Context, row: ServedRow): Promise<ServedRow> {
  const { id, lastAt } = row;
  const now = context.now();
  if (now.getTime() - lastAt.getTime() < minuteMs) return row;
  const { count } = await context.db.servedSession.updateMany({
    where: { id, workspaceId: context.workspace.id, lastAt, endedAt: null },
    data: { lastAt: now },
  });
  return count === 0 ? row : { ...row, lastAt: now };
}
