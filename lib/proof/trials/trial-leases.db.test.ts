import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, type Choose, someCases } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { takeTrials } from "../commands/take-trials";
import { TrialWorker } from "../commands/work-on-trials";
import { getSuiteRunDetail } from "../queries";
import { listTrials } from "./trial-queries";

const { db } = testDatabase();
const rightly: Choose = () => ({ call: "pdf-tools" });

const endLeases = () =>
  db.$executeRaw`UPDATE "Trial" SET "leaseUntil" = now() - interval '1 second' WHERE state = 'running'`;

const takeOne = (context: Context, owner: string) =>
  takeTrials(context, { workspaceId: context.workspace.id, modelId: "rehearsal", owner, most: 1 });

it("carries out a trial that this very server took and has forgotten", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 0));
  const { open } = aScriptedModel(rightly);
  const { number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  const worker = aWorker(context, open);
  expect(await takeOne(context, worker.owner)).toHaveLength(1);
  await endLeases();
  await worker.renew();
  await worker.settled();
  expect(await getSuiteRunDetail(context, { skill, number })).toMatchObject({
    state: "done",
    progress: { done: 1, running: 0 },
  });
});

it("ends a run that lacks a case of its trial, and says which", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 0));
  const { open } = aScriptedModel(rightly);
  const { id, number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  await db.$executeRaw`UPDATE "Trial" SET "caseId" = 'another' WHERE "suiteRunId" = ${id}::uuid`;
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
  const row = await db.suiteRun.findUniqueOrThrow({ where: { id } });
  expect([number, row.state, row.failure]).toEqual([1, "failed", "This run does not know the case another."]);
});

/** A database that says who is alive as it was, once the gate is open. */
function withSlowRenewal(gate: Promise<void>): { slow: Db; asked: Promise<void> } {
  const asked = Promise.withResolvers<void>();
  const slow = new Proxy(db, {
    get(target, key) {
      if (key !== "$queryRaw") {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (strings: TemplateStringsArray, ...values: unknown[]): Promise<unknown> => {
        const rows: unknown = await target.$queryRaw(strings, ...values);
        if (strings.join("").includes("goesOn")) {
          asked.resolve();
          await gate;
        }
        return rows;
      };
    },
  });
  return { slow, asked: asked.promise };
}

it("leaves alone what was taken while it was asked which trials are its own", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 0));
  const { open } = aScriptedModel(rightly);
  const gate = Promise.withResolvers<void>();
  const hold = Promise.withResolvers<void>();
  const { slow, asked } = withSlowRenewal(gate.promise);
  let opened = 0;
  const worker = new TrialWorker({
    db: slow,
    openModel: async (...wanted) => {
      opened += 1;
      await hold.promise;
      return open(...wanted);
    },
    now: () => new Date(),
  });
  await startSuiteRun(context, { skill, repeats: 1 }, open);
  await worker.takeMore();
  const renewed = worker.renew();
  await asked;
  await startSuiteRun(context, { skill, repeats: 1 }, open);
  await worker.takeMore();
  gate.resolve();
  await renewed;
  hold.resolve();
  await worker.settled();
  const runs = await db.suiteRun.findMany({ where: { workspaceId: context.workspace.id } });
  expect(runs.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(opened).toBe(2);
});

it("counts what was asked in a trial that was broken off and carried out again", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 0));
  const breaking: { off?: () => void } = {};
  const { open, asked } = aScriptedModel((query) => {
    const { off } = breaking;
    delete breaking.off;
    off?.();
    return rightly(query);
  });
  const { id, number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  const worker = aWorker(context, open);
  breaking.off = () => worker.breakOff(id);
  await worker.takeMore();
  await worker.settled();
  const run = await getSuiteRunDetail(context, { skill, number });
  const { items } = await listTrials(context, { skill, number });
  expect(run.state).toBe("done");
  expect([run.calls.asked, items[0]?.calls.asked]).toEqual([asked.length, asked.length]);
  expect(run.calls.asked + run.calls.kept).toBe(2);
});
