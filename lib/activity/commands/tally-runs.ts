import "server-only";
import { z } from "zod";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { readCatalogue } from "@/lib/dialects/read-catalogue";
import { type ActivityFact, countActivity, takeBack } from "@/lib/runtime/count-activity";
import { readRunLog } from "@/lib/sessions/read-run-log";
import { readableFacts } from "../internal/readable-facts";
import { skillIdsOf } from "../internal/skill-ids";
import { type Audience, writeCounts, writeFirings } from "../writes/write-counts";

const states = z.enum(["new", "was-everyone", "was-owner"]);
type Uncounted = {
  id: string;
  branchId: string;
  workspaceId: string;
  conversationId: string;
  activity: string;
};

/**
 * Counts runs of the playground that have ended and nobody has counted, the newest first, and again those whose
 * conversation was shared or made private since. Each is counted with its mark in one transaction, so any number of
 * servers may do it. Answers how many it looked at.
 */
export async function tallyRuns({ db }: DatabaseContext, most: number): Promise<number> {
  const runs = await db.$queryRaw<Uncounted[]>`
    SELECT id, "branchId", "workspaceId", "conversationId", activity FROM "Run"
    WHERE activity IN ('new', 'was-everyone', 'was-owner') AND state <> 'running'
    ORDER BY "finishedAt" DESC LIMIT ${most}`;
  for (const run of runs) await tallyRun({ db }, run);
  return runs.length;
}

async function tallyRun(context: DatabaseContext, run: Uncounted): Promise<void> {
  const facts = await factsOf(context, run);
  await inTransaction(context, async ({ db }) => {
    // Shared or made private meanwhile, it says so before the mark is read.
    const [conversation] = await db.$queryRaw<
      { shared: boolean; createdById: string; isFromElsewhere: boolean }[]
    >`
      SELECT shared, "createdById", "recordingOf" IS NOT NULL AS "isFromElsewhere" FROM "Conversation"
      WHERE id = ${run.conversationId}::uuid FOR SHARE`;
    if (!conversation) return;
    const { shared, createdById } = conversation;
    const audience: Audience = shared
      ? { audience: "everyone", ownerId: null }
      : { audience: "owner", ownerId: createdById };
    const { count } = await db.run.updateMany({
      where: { id: run.id, activity: run.activity },
      data: { activity: audience.audience },
    });
    if (count === 0 || conversation.isFromElsewhere) return;
    const place = { workspaceId: run.workspaceId, sessionId: run.conversationId };
    const before = audienceBefore(states.parse(run.activity), createdById);
    if (before) await writeCounts({ db }, { ...place, audience: before }, takeBack(facts));
    await writeCounts({ db }, { ...place, audience }, facts);
    await writeFirings({ db }, { ...place, audience }, facts);
  });
}

function audienceBefore(state: z.infer<typeof states>, ownerId: string): Audience | null {
  if (state === "new") return null;
  return state === "was-everyone" ? { audience: "everyone", ownerId: null } : { audience: "owner", ownerId };
}

const factsOf = (context: DatabaseContext, run: Uncounted): Promise<ActivityFact[]> =>
  readableFacts(run.id, async () => {
    const events = await readRunLog(context, run);
    const idOf = await skillIdsOf(context, run.workspaceId, events);
    return countActivity(events, { runId: run.id, readCatalogue, idOf });
  });
