import "server-only";
import type { Context } from "@/lib/access/context";
import { listLiveExchanges } from "@/lib/gateway/live-exchanges";
import type { LiveExchange } from "@/lib/gateway/live-schema";
import { notUnderstood, parseReading, type Reading } from "@/lib/hosts/exchange-reading-schema";

/** One exchange that is part of the history, with what was read of it. */
export type ReadRow = { exchange: LiveExchange; reading: Reading };

/** What went by, in order, without what was asked beside the conversation. */
export async function listReadRows(context: Context, session: string): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for (let after = 0; ; ) {
    const page = await listLiveExchanges(context, { session, after });
    for (const exchange of page) {
      if (!exchange.isSide) rows.push({ exchange, reading: parseReading(exchange.reading) ?? notUnderstood });
    }
    const last = page.at(-1)?.seq;
    if (last === undefined) return rows;
    after = last;
  }
}
