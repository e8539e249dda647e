import { expect, it } from "vitest";
import { startAnotherServer, tryTrials } from "@/lib/testing/another-server";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { aTaskModel, aTaskSuite, pdfSkill } from "@/lib/testing/proof/effect-runs";
import {
  aJudge,
  differs,
  judgedTasks,
  judgesRightly,
  openBeside,
  tryJudged,
} from "@/lib/testing/proof/judges";
import { aWorker } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { stopSuiteRun } from "../commands/stop-suite-run";
import { openModel } from "../models/open-model";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { trialsAtOnce } from "../proof-options";
import { getSuiteRunDetail } from "../queries";

allowLocalServers();
const { db } = testDatabase();
const skill = pdfSkill.name;
/** Of one request to a scripted provider. */
const price = (100 * 3 + 20 * 3 + 30 * 15) / 1_000_000;
const prices = { inputPrice: 3, outputPrice: 15, cachedInputPrice: 3 };

it("a judge is in the estimate with its calls and its price, and the run counts what it cost", async () => {
  const context = await aContext(db);
  const judge = await aJudge(context, judgesRightly, prices);
  await aTaskSuite(context, judgedTasks(4));
  const open = openBeside(aTaskModel(differs));
  const estimate = await estimateSuiteRun(context, { skill, suite: "effect", repeats: 2 }, open);
  // 4 tasks, 2 repeats, 2 arms, 2 orders.
  expect(estimate.judge).toMatchObject({ id: judge.id, isOtherFamily: true, calls: { low: 32, high: 32 } });
  expect(estimate.judge?.usd?.low).toBeGreaterThan(0);
  expect(estimate.calls.low).toBe(24 + 32);
  const without = await estimateSuiteRun(context, { skill, suite: "effect", judge: null }, open);
  expect(without).toMatchObject({ judge: null, problems: [expect.stringContaining("none is wanted")] });
});

it("a judge of the family that it judges is told as such", async () => {
  const context = await aContext(db);
  const model = await aModel(context, { name: "Tried", modelId: "claude-small", replies: [] });
  await aJudge(context, judgesRightly, { name: "Cousin", modelId: "claude-large" });
  await aTaskSuite(context, judgedTasks(4));
  const asked = { skill, suite: "effect", model: model.id } as const;
  const alone = await estimateSuiteRun(context, asked);
  expect(alone.judge).toBeNull();
  expect(alone.problems[0]).toContain("No model of another family");
  const named = await estimateSuiteRun(context, { ...asked, judge: "Cousin" });
  expect(named).toMatchObject({ problems: [], judge: { name: "Cousin", isOtherFamily: false } });
  expect(named.judgeNote).toContain("of the family that it judges");
});

it("a run's limit holds for its judge too, by one step for each worker at most", async () => {
  const context = await aContext(db);
  const judge = await aJudge(context, judgesRightly, prices);
  const capUsd = price * 10;
  const { run } = await tryJudged(context, { tasks: judgedTasks(10), capUsd });
  expect(run.state).toBe("stopped");
  expect(run.failure).toContain("spent what it may");
  expect(run.costUsd ?? 0).toBeLessThanOrEqual(capUsd + price * trialsAtOnce.each);
  expect(judge.asked.length).toBeLessThanOrEqual(10 + trialsAtOnce.each);
  const row = await db.suiteRun.findUniqueOrThrow({ where: { id: run.id } });
  expect(Number(row.reservedUsd)).toBe(0);
  expect(run.effectFigures[0]?.judged?.pairs.waiting).toBeGreaterThan(0);
});

it("a stop keeps what was judged, and asks nothing more", async () => {
  const context = await aContext(db);
  await aTaskSuite(context, judgedTasks(20));
  const open = openBeside(aTaskModel(differs));
  const started: { number?: number } = {};
  const judge = await aJudge(context, (shown, request) => {
    if (request === 6 && started.number) void stopSuiteRun(context, { skill, number: started.number });
    return judgesRightly(shown, request);
  });
  started.number = (await startSuiteRun(context, { skill, suite: "effect", repeats: 1 }, open)).number;
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
  await worker.renew();
  const run = await getSuiteRunDetail(context, { skill, number: started.number });
  expect(run.state).toBe("stopped");
  expect(judge.asked.length).toBeLessThan(80);
  expect(run.judge?.progress.running).toBe(0);
  expect(run.judge?.progress.queued).toBeGreaterThan(0);
});

it("no more pairs are judged at once than trials of any model are tried", async () => {
  const context = await aContext(db);
  const counts: Promise<number>[] = [];
  const judge = await aJudge(context, (shown, request) => {
    const where = { workspaceId: context.workspace.id, state: "running" };
    // Asked at once: a query that nobody waits for is not sent.
    counts.push(db.judgement.count({ where }).then((count) => count));
    return judgesRightly(shown, request);
  });
  const { run } = await tryJudged(context, { tasks: judgedTasks(8) });
  expect(run.judge?.progress.done).toBe(16);
  expect(judge.asked).toHaveLength(32);
  const underWay = await Promise.all(counts);
  expect(Math.max(...underWay)).toBeLessThanOrEqual(trialsAtOnce.each);
  expect(Math.max(...underWay)).toBeGreaterThan(0);
});

it("a judge that is changed in mid-run ends the run: what it said before is another's", async () => {
  const context = await aContext(db);
  let changed: Promise<unknown> | null = null;
  const ids: { judge?: string } = {};
  const judge = await aJudge(context, (shown, request) => {
    const where = { id: ids.judge ?? "" };
    // Asked at once: a query that nobody waits for is not sent.
    if (request === 3)
      changed = db.modelConnection.update({ where, data: { modelId: "another" } }).then(({ id }) => id);
    return judgesRightly(shown, request);
  });
  ids.judge = judge.id;
  const { run } = await tryJudged(context, { tasks: judgedTasks(20) });
  await changed;
  expect(run).toMatchObject({
    state: "failed",
    failure: "The model Judge was changed while the run went on.",
  });
});

it("loses and doubles no judgement when two servers are killed in the middle of it, one after the other", async () => {
  const context = await aContext(db);
  const tasks = 12;
  await aTaskSuite(context, judgedTasks(tasks));
  // Never loads the skill, so that the three arms answer at once; the texts differ, and the judge is slow.
  const tried = await aModel(context, {
    name: "Tried",
    replies: [
      (received) => ({ kind: "answer", text: [`Answer of ${JSON.stringify(received.body).length}.`] }),
    ],
  });
  const judge = await aJudge(
    context,
    () => ({ kind: "answer", text: ['{"reason": "", "winner": ', '"tie"}'], pauseMs: 40 }),
    prices,
  );
  const { number, id } = await startSuiteRun(context, {
    skill,
    suite: "effect",
    repeats: 1,
    model: tried.id,
    judge: judge.id,
  });
  for (const after of [6, 16]) {
    const server = startAnotherServer(tryTrials);
    await server.until(() => judge.asked.length >= after);
    await server.kill();
    await db.$executeRaw`UPDATE "Judgement" SET "leaseUntil" = now() - interval '1 second' WHERE state = 'running'`;
  }
  const worker = aWorker(context, openModel);
  await worker.renew();
  await worker.settled();
  const run = await getSuiteRunDetail(context, { skill, number });
  expect(run).toMatchObject({ state: "done", progress: { done: tasks * 3 } });
  expect(run.judge?.progress).toMatchObject({ total: tasks * 2, done: tasks * 2, queued: 0, running: 0 });
  expect(run.effectFigures[0]?.judged?.pairs.judged).toBe(tasks * 2);
  // Both orders once each; what was under way when a server died may have been asked twice, and no more.
  expect(judge.asked.length).toBeLessThanOrEqual(tasks * 4 + 2 * trialsAtOnce.each);
  const row = await db.suiteRun.findUniqueOrThrow({ where: { id } });
  expect(Number(row.reservedUsd)).toBe(0);
});
