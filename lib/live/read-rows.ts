import "server-only";
import type { Context } from "@/lib/access/context";
import { listLiveExchanges } from "@/lib/gateway/live-exchanges";
import type { LiveExchange } from "@/lib/gateway/live-schema";
import { notUnderstood, parseReading, type Reading } from "@/lib/hosts/exchange-reading-schema";

/** One exchange that is part of the history, with what was read of it. */
export type ReadRow = { exchange: LiveExchange; reading: Reading };

/** What is not read by then after it went by will not be: its server was stopped, or could not read it. */
const longestReadingMs = 10_000;

/**
 * What went by, in order, without what was asked beside the conversation; up to the first exchange that is still being
 * read, for what follows is told behind it.
 */
export async function listReadRows(context: Context, session: string): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  const earliestMs = context.now().getTime() - longestReadingMs;
  for (let after = 0; ; ) {
    const page = await listLiveExchanges(context, { session, after });
    for (const exchange of page) {
      if (exchange.isSide) continue;
      const endedMs = Date.parse(exchange.at) + exchange.durationMs;
      if (exchange.reading === null && endedMs > earliestMs) return rows;
      rows.push({ exchange, reading: parseReading(exchange.reading) ?? notUnderstood });
    }
    const last = page.at(-1)?.seq;
    if (last === undefined) return rows;
    after = last;
  }
}
