import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { readFigures } from "../figures";

const atOnce = 20;

/** Writes down what runs came to that have ended, once each; nothing of them changes any more. */
export async function judgeEndedRuns({ db }: DatabaseContext): Promise<number> {
  const ended = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "SuiteRun" WHERE state IN ('done', 'stopped', 'failed') AND figures IS NULL
    ORDER BY id LIMIT ${atOnce}::int`;
  const rows = await db.suiteRun.findMany({
    where: { id: { in: ended.map(({ id }) => id) } },
    include: { skill: { select: { name: true } } },
    omit: { offer: true },
  });
  for (const row of rows) {
    const { id, workspaceId } = row;
    const figures = await readFigures({ db, workspace: { id: workspaceId } }, row);
    const written = await db.$executeRaw`
      UPDATE "SuiteRun" SET figures = ${JSON.stringify(figures)}::json WHERE id = ${id}::uuid AND figures IS NULL`;
    if (written > 0) await notify({ db }, { topic: "proof", workspaceId, suiteRunId: id, ended: true });
  }
  return rows.length;
}
