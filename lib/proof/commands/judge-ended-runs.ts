import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { log } from "@/lib/platform/log";
import { readFigures } from "../figures";

const atOnce = 20;

/**
 * Writes down what runs came to that have ended, once each; nothing of them changes any more. One that cannot be judged is
 * logged and tried again later; in no order, so that such ones hold up nobody else's.
 */
export async function judgeEndedRuns({ db }: DatabaseContext): Promise<number> {
  const ended = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "SuiteRun" WHERE state IN ('done', 'stopped', 'failed') AND figures IS NULL
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

/** Answers whether it was this server that wrote its figures. */
async function judge({ db }: DatabaseContext, id: string): Promise<boolean> {
  const row = await db.suiteRun.findUnique({
    where: { id },
    include: { skill: { select: { name: true } } },
    omit: { offer: true },
  });
  if (!row) return false;
  const { workspaceId } = row;
  const figures = await readFigures({ db, workspace: { id: workspaceId } }, row);
  const written = await db.$executeRaw`
    UPDATE "SuiteRun" SET figures = ${JSON.stringify(figures)}::json WHERE id = ${id}::uuid AND figures IS NULL`;
  if (written > 0) await notify({ db }, { topic: "proof", workspaceId, suiteRunId: id, ended: true });
  return written > 0;
}
