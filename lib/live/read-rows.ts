import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { readLiveExchanges } from "@/lib/gateway/live-exchanges";
import type { LiveExchange } from "@/lib/gateway/live-schema";
import { getLiveSession } from "@/lib/gateway/live-sessions";
import {
  couldNotBeRead,
  parseReading,
  type Reading,
  waitsUntilMs,
} from "@/lib/hosts/exchange-reading-schema";

export type ReadingContext = WorkspaceContext & Pick<Context, "now">;

/** One exchange that is part of the history, with what was read of it. */
export type ReadRow = { exchange: LiveExchange; reading: Reading };

/**
 * What went by, in order, without what was asked beside the conversation; up to the first exchange that is still being
 * read, for what follows is told behind it.
 */
export async function listReadRows(context: Context, session: string): Promise<ReadRow[]> {
  const { id } = await getLiveSession(context, { session });
  return readReadRows(context, id);
}

/** The same of a session that is the asker's to see, or that the server itself reads. */
export async function readReadRows(context: ReadingContext, session: string): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  const nowMs = context.now().getTime();
  for (let after = 0; ; ) {
    const page = await readLiveExchanges(context, { session, after });
    for (const exchange of page) {
      if (exchange.isSide) continue;
      const waitedUntilMs = waitsUntilMs(exchange.reading);
      if (waitedUntilMs !== null && waitedUntilMs > nowMs) return rows;
      rows.push({ exchange, reading: parseReading(exchange.reading) ?? couldNotBeRead });
    }
    const last = page.at(-1)?.seq;
    if (last === undefined) return rows;
    after = last;
  }
}
