import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { endFinishedRuns } from "../commands/end-suite-run";
import { judgeEndedRuns } from "../commands/judge-ended-runs";
import { startSuiteRun } from "../commands/start-suite-run";

const { db } = testDatabase();
const { open } = aScriptedModel(() => ({ call: "pdf-tools" }));

/** Runs of as many models, each with more trials than may be carried out at once. */
async function runsOf(context: Context, models: number): Promise<string> {
  const { skill } = await aSuite(context, someCases(6, 0));
  for (let at = 1; at <= models; at += 1) {
    const { id } = await startSuiteRun(context, { skill, repeats: 1 }, open);
    await db.suiteRun.update({ where: { id }, data: { modelId: `model-${at}` } });
  }
  return context.workspace.id;
}

const running = (workspaceId: string) => db.trial.count({ where: { workspaceId, state: "running" } });

function aHeldWorker(context: Context) {
  const hold = Promise.withResolvers<void>();
  const worker = aWorker(context, async (...asked) => {
    await hold.promise;
    return open(...asked);
  });
  const end = async () => {
    hold.resolve();
    await worker.settled();
  };
  return { worker, end };
}

describe("trials of several workspaces", () => {
  it("are taken in turn, so that the fourth has as many under way as the first", async () => {
    const contexts = [await aContext(db), await aContext(db), await aContext(db), await aContext(db)];
    const [first] = contexts;
    if (!first) throw new Error("There is no workspace.");
    const ids: string[] = [];
    for (const context of contexts) ids.push(await runsOf(context, 1));
    const { worker, end } = aHeldWorker(first);
    await worker.takeMore();
    expect(await Promise.all(ids.map(running))).toEqual([3, 3, 3, 3]);
    await end();
    expect(await db.suiteRun.count({ where: { workspaceId: { in: ids }, state: "done" } })).toBe(4);
  });

  it("find room beside one workspace with many models", async () => {
    const [busy, late] = [await aContext(db), await aContext(db)];
    const busyId = await runsOf(busy, 3);
    const { worker, end } = aHeldWorker(busy);
    await worker.takeMore();
    expect(await running(busyId)).toBe(8);
    const lateId = await runsOf(late, 1);
    await worker.takeMore();
    expect(await running(lateId)).toBe(4);
    await end();
  });
});

it("ends the run that is named, and leaves others to their own end", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 0));
  const first = await startSuiteRun(context, { skill, repeats: 1 }, open);
  const second = await startSuiteRun(context, { skill, repeats: 1 }, open);
  await db.$executeRaw`
    UPDATE "Trial" SET state = 'done', outcome = 'right', "endedAt" = now()
    WHERE "workspaceId" = ${context.workspace.id}::uuid`;
  expect(await endFinishedRuns({ db }, second.id)).toEqual([second.id]);
  expect(await endFinishedRuns({ db })).toEqual([first.id]);
});

it("judges the other runs when one cannot be judged", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 0));
  const [bad, good] = [await tryOut(context, skill, { open }), await tryOut(context, skill, { open })];
  await db.$executeRaw`
    UPDATE "SuiteRun" SET figures = NULL WHERE "workspaceId" = ${context.workspace.id}::uuid`;
  await db.suiteRun.update({ where: { id: bad.id }, data: { tried: [1] } });
  await judgeEndedRuns({ db });
  const rows = await db.suiteRun.findMany({
    where: { id: { in: [bad.id, good.id] } },
    orderBy: { number: "asc" },
  });
  expect(rows.map(({ figures }) => figures !== null)).toEqual([false, true]);
});
