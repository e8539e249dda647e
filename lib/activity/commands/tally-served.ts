import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { readCatalogue } from "@/lib/dialects/read-catalogue";
import { keptParts } from "@/lib/gateway/gateway-options";
import { readGatewaySettings } from "@/lib/gateway/gateway-settings";
import type { SessionEvent } from "@/lib/runtime/events";
import { readServedEvents } from "@/lib/served/read-served-events";
import { countNews } from "../internal/count-news";
import { readableFacts } from "../internal/readable-facts";
import { skillIdsOf } from "../internal/skill-ids";
import { writeCounts, writeFirings } from "../writes/write-counts";

type Uncounted = { id: string; workspaceId: string; userId: string; lastSeq: number; countedSeq: number };

/**
 * Counts what programs' sessions have added since they were counted last, the newest first, whether they go on or not: a
 * turn that was counted as one where a skill was not chosen is taken back when it is chosen later. Answers how many.
 */
export async function tallyServed({ db }: DatabaseContext, most: number): Promise<number> {
  const sessions = await db.$queryRaw<Uncounted[]>`
    SELECT session.id, session."workspaceId", session."lastSeq", session."countedSeq", key."userId"
    FROM "ServedSession" session JOIN "ApiKey" key ON key.id = session."keyId"
    WHERE session."countedSeq" < session."lastSeq" ORDER BY session."lastAt" DESC LIMIT ${most}`;
  for (const session of sessions) await tallySession({ db }, session);
  return sessions.length;
}

async function tallySession({ db }: DatabaseContext, session: Uncounted): Promise<void> {
  const { id, workspaceId, userId, lastSeq, countedSeq } = session;
  const workspace = { id: workspaceId };
  const { keeps } = await readGatewaySettings({ db, workspace });
  // Of a workspace that keeps nothing, what has to be there while it is open is no news for anybody.
  const facts = keptParts[keeps].exchanges
    ? await readableFacts(id, async () => {
        const events = await readServedEvents({ db, workspace }, { id, through: lastSeq });
        const idOf = await skillIdsOf({ db }, workspaceId, events);
        const isCounted = ({ seq }: SessionEvent) => seq <= countedSeq;
        return countNews(events, isCounted, { readCatalogue, idOf, isAskedElsewhere: true });
      })
    : [];
  await inTransaction({ db }, async (context) => {
    const { count } = await context.db.servedSession.updateMany({
      where: { id, workspaceId, countedSeq },
      data: { countedSeq: lastSeq },
    });
    if (count === 0) return;
    const audience = { audience: "keys", ownerId: userId } as const;
    const place = { workspaceId, sessionId: id, audience };
    await writeCounts(context, place, facts);
    await writeFirings(context, place, facts);
  });
}
