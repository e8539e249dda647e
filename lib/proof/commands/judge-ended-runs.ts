import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/platform/log";
import { noTrials, sumTrials } from "../internal/trial-sums";
import { readEffectFigures } from "../reports/effect-figures";
import { readFigures } from "../reports/figures";
import { tellLostNeighbours } from "./tell-lost-neighbours";

const atOnce = 20;

/**
 * Writes down what runs came to and took that have ended, once each, when the last of their trials and judgements is given back: nothing of
 * them changes any more. One that cannot be judged is logged and tried again later; in no order, so that such ones hold up
 * nobody else's.
 */
export async function judgeEndedRuns({ db }: DatabaseContext): Promise<number> {
  const ended = await db.$queryRaw<{ id: string }[]>`
    SELECT run.id FROM "SuiteRun" run WHERE run.state IN ('done', 'stopped', 'failed') AND run.figures IS NULL
      AND NOT EXISTS (SELECT FROM "Trial" trial WHERE trial."suiteRunId" = run.id AND trial.state = 'running')
      AND NOT EXISTS (SELECT FROM "Judgement" pair WHERE pair."suiteRunId" = run.id AND pair.state = 'running')
    ORDER BY random() LIMIT ${atOnce}::int`;
  let judged = 0;
  for (const { id } of ended) {
    try {
      if (await judge({ db }, id)) judged += 1;
    } catch (error) {
      log.warn({ err: error, suiteRun: id }, "what a suite's run came to could not be written; trying again");
    }
  }
  return judged;
}

async function asksAnew({ db, workspace }: WorkspaceContext, id: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ anew: boolean | null }[]>`
    SELECT (offer->>'anew')::boolean AS anew FROM "SuiteRun"
    WHERE id = ${id}::uuid AND "workspaceId" = ${workspace.id}::uuid`;
  return row?.anew === true;
}

/** Answers whether it was this server that wrote its figures. */
async function judge({ db }: DatabaseContext, id: string): Promise<boolean> {
  const row = await db.suiteRun.findUnique({
    where: { id },
    include: { skill: { select: { name: true } } },
    omit: { offer: true },
  });
  if (!row) return false;
  const { workspaceId } = row;
  const context = { db, workspace: { id: workspaceId } };
  const figures =
    row.suite === "effect" ? await readEffectFigures(context, row) : await readFigures(context, row);
  const sums = (await sumTrials(context, [id])).get(id) ?? noTrials;
  const written = await inTransaction(context, async (context) => {
    // Of two runs that belong together the one that is judged later sees the other.
    if (row.besideSkillId !== null)
      await context.db.$queryRaw`
        SELECT pg_advisory_xact_lock(hashtextextended(${`beside ${row.besideSkillId} ${row.skillId}`}, 0)) IS NULL AS held`;
    const count = await context.db.$executeRaw`
      UPDATE "SuiteRun" SET figures = ${JSON.stringify(figures)}::json, sums = ${JSON.stringify(sums)}::json
      WHERE id = ${id}::uuid AND figures IS NULL`;
    if (count > 0) await tellLostNeighbours(context, row);
    return count;
  });
  // What a run kept that asked everything again was for itself alone, in case a server ended in it.
  if (row.repeatOf !== null || (await asksAnew(context, id)))
    await db.keptAnswer.deleteMany({ where: { workspaceId, onlyRunId: id } });
  if (written > 0) {
    await notify({ db }, { topic: "proof", workspaceId, suiteRunId: id, ended: true });
    // Whether a draft may be published follows from it.
    await notify({ db }, { topic: "reviews", workspaceId });
  }
  return written > 0;
}
