import { expect, it } from "vitest";
import { startAnotherServer, tryTrials } from "@/lib/testing/another-server";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { aSuite, aWorker, someCases } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { openModel } from "../models/open-model";
import { getSuiteRunDetail } from "../queries";

allowLocalServers();
const { db } = testDatabase();
const trials = 40;
/** At once, on each of them. */
const atOnce = 4;
const price = (120 * 3 + 30 * 15) / 1_000_000;

/** Nobody has to wait until the lease of a dead one is over. */
const endLeases = () =>
  db.$executeRaw`UPDATE "Trial" SET "leaseUntil" = now() - interval '1 second' WHERE state = 'running'`;

it("loses and doubles no trial when two servers are killed in the middle of a run, one after the other", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(trials, 0));
  const prices = { inputPrice: 3, outputPrice: 15, cachedInputPrice: 3 };
  const model = await aModel(context, {
    replies: [{ kind: "answer", text: ["No", "."], pauseMs: 40 }],
    ...prices,
  });
  const before = model.server.requests.length;
  const asked = () => model.server.requests.length - before;
  const { number, id } = await startSuiteRun(context, { skill, repeats: 1, model: model.id, capUsd: 10 });
  for (const after of [8, 20]) {
    const server = startAnotherServer(tryTrials);
    await server.until(() => asked() >= after);
    await server.kill();
    await endLeases();
  }
  const worker = aWorker(context, openModel);
  await worker.renew();
  await worker.settled();
  const run = await getSuiteRunDetail(context, { skill, number });
  expect(run).toMatchObject({
    state: "done",
    progress: { total: trials, done: trials, queued: 0, running: 0 },
  });
  expect(run.figures[0]?.outcomes.missed).toBe(trials);
  expect(asked()).toBeLessThanOrEqual(trials + 2 * atOnce);
  const row = await db.suiteRun.findUniqueOrThrow({ where: { id } });
  expect(Number(row.reservedUsd)).toBe(0);
  expect(Number(row.spentUsd)).toBeGreaterThanOrEqual((trials - 2 * atOnce) * price);
});
