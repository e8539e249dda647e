import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { readLiveLog } from "@/lib/live/live-log";
import { countNews } from "../internal/count-news";
import { readableFacts } from "../internal/readable-facts";
import { skillIdsOf } from "../internal/skill-ids";
import { type Audience, writeCounts, writeFirings } from "../writes/write-counts";

/** What a host's conversation came to is counted when it has been quiet for this long: its log is read whole. */
export const quietMs = 2 * 60_000;

type Uncounted = {
  id: string;
  workspaceId: string;
  host: string | null;
  hostVersion: string | null;
  exchangeCount: number;
  countedSeq: number;
  userId: string;
  isShared: boolean;
};

/** Counts what went by in live hosts' conversations since they were counted last, the newest first. Answers how many. */
export async function tallyLive({ db }: DatabaseContext, most: number, now: () => Date): Promise<number> {
  const quietSince = new Date(now().getTime() - quietMs);
  const sessions = await db.$queryRaw<Uncounted[]>`
    SELECT session.id, session."workspaceId", session.host, session."hostVersion", session."exchangeCount",
      session."countedSeq", key."userId", key."isShared"
    FROM "LiveSession" session JOIN "GatewayKey" key ON key.id = session."keyId"
    WHERE session."countedSeq" < session."exchangeCount" AND session."lastAt" <= ${quietSince}
    ORDER BY session."lastAt" DESC LIMIT ${most}`;
  for (const session of sessions) await tallySession({ db }, session, now);
  return sessions.length;
}

async function tallySession({ db }: DatabaseContext, session: Uncounted, now: () => Date): Promise<void> {
  const { id, workspaceId, exchangeCount, countedSeq, userId, isShared } = session;
  const facts = await readableFacts(id, async () => {
    const person = { id: userId, name: "" };
    const read = await readLiveLog({ db, now, workspace: { id: workspaceId } }, { ...session, person });
    const events = read.events.filter((event) => read.seqOf(event) <= exchangeCount);
    const idOf = await skillIdsOf({ db }, workspaceId, events);
    return countNews(events, (event) => read.seqOf(event) <= countedSeq, { idOf });
  });
  await inTransaction({ db }, async (context) => {
    const { count } = await context.db.liveSession.updateMany({
      where: { id, workspaceId, countedSeq },
      data: { countedSeq: exchangeCount },
    });
    if (count === 0) return;
    const audience: Audience = isShared
      ? { audience: "everyone", ownerId: null }
      : { audience: "owner", ownerId: userId };
    const place = { workspaceId, sessionId: id, audience };
    await writeCounts(context, place, facts);
    await writeFirings(context, place, facts);
  });
}
