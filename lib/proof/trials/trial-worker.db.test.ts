import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { freeMeter } from "@/lib/models/free-meter";
import { ModelError } from "@/lib/models/model-error";
import type { ModelMeter } from "@/lib/models/ports";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aScriptedModel,
  aSuite,
  aWorker,
  type Choose,
  someCases,
  tryOut,
} from "@/lib/testing/proof/suite-runs";
import { requeueDead } from "../commands/hold-work";
import { startSuiteRun } from "../commands/start-suite-run";
import { stopSuiteRun } from "../commands/stop-suite-run";
import { takeTrials } from "../commands/take-trials";
import { getSuiteRunDetail } from "../queries";
import { listTrials } from "./trial-queries";

const { db } = testDatabase();
const rightly: Choose = (query) => (query.includes("PDF") ? { call: "pdf-tools" } : { text: "A joke." });

const started = async (context: Context, own: number, input: object = {}) => {
  const { skill, skillId } = await aSuite(context, someCases(own, 0));
  const scripted = aScriptedModel(rightly);
  const run = await startSuiteRun(context, { skill, repeats: 1, ...input }, scripted.open);
  const detail = () => getSuiteRunDetail(context, { skill, number: run.number });
  return { ...scripted, skill, skillId, run, detail };
};

const takeOne = (context: Context, owner: string) =>
  takeTrials(context, { workspaceId: context.workspace.id, modelId: "rehearsal", owner, most: 1 });

const endLeases = () =>
  db.$executeRaw`UPDATE "Trial" SET "leaseUntil" = now() - interval '1 second' WHERE state = 'running'`;

describe("two servers", () => {
  it("carry out each trial once between them", async () => {
    const context = await aContext(db);
    const { open, asked, detail } = await started(context, 12, { repeats: 2 });
    const workers = [aWorker(context, open), aWorker(context, open)];
    await Promise.all(workers.map((worker) => worker.takeMore()));
    await Promise.all(workers.map((worker) => worker.settled()));
    expect(await detail()).toMatchObject({
      state: "done",
      progress: { total: 24, done: 24 },
      calls: { asked: 24 },
    });
    expect(asked).toHaveLength(24);
  });

  it("put back what a dead one had taken, and what it had set aside counts as spent", async () => {
    const context = await aContext(db);
    const { open, run, detail } = await started(context, 2, {});
    const [taken] = await takeOne(context, "dead");
    await db.$executeRaw`UPDATE "SuiteRun" SET "reservedUsd" = 0.5 WHERE id = ${run.id}::uuid`;
    await db.$executeRaw`UPDATE "Trial" SET "reservedUsd" = 0.5 WHERE id = ${taken?.id}::uuid`;
    await endLeases();
    const worker = aWorker(context, open);
    await worker.renew();
    await worker.settled();
    expect(await detail()).toMatchObject({ state: "done", progress: { done: 2 } });
    const row = await db.suiteRun.findUniqueOrThrow({ where: { id: run.id } });
    expect([Number(row.spentUsd), Number(row.reservedUsd)]).toEqual([0.5, 0]);
  });

  it("give up a trial in which three of them ended", async () => {
    const context = await aContext(db);
    const { open, detail } = await started(context, 1);
    for (const owner of ["one", "two", "three"]) {
      expect(await takeOne(context, owner)).toHaveLength(1);
      await endLeases();
      await requeueDead({ db }, "trial");
    }
    await aWorker(context, open).renew();
    const run = await detail();
    expect(run).toMatchObject({ state: "done", progress: { invalid: 1 } });
    expect(run.figures[0]?.invalid).toMatchObject([{ reason: "server-ended", trials: 1 }]);
  });

  it("do not end what is another's by now", async () => {
    const context = await aContext(db);
    const { open, detail } = await started(context, 1);
    const slow = Promise.withResolvers<void>();
    const worker = aWorker(context, async (...asked) => {
      await slow.promise;
      return open(...asked);
    });
    await worker.takeMore();
    await endLeases();
    const other = aWorker(context, open);
    await other.renew();
    await other.settled();
    slow.resolve();
    await worker.settled();
    expect(await detail()).toMatchObject({ state: "done", progress: { done: 1 }, calls: { asked: 1 } });
  });
});

describe("a run that is stopped", () => {
  it("keeps what is done, and gives back what was under way", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(12, 0));
    const scripted = aScriptedModel(rightly);
    const { number } = await startSuiteRun(context, { skill, repeats: 1 }, scripted.open);
    let opened = 0;
    const worker = aWorker(context, async (...asked) => {
      opened += 1;
      if (opened === 6) await stopSuiteRun(context, { skill, number });
      return scripted.open(...asked);
    });
    await worker.takeMore();
    await worker.settled();
    const run = await getSuiteRunDetail(context, { skill, number });
    expect(run.state).toBe("stopped");
    expect(run.failure).toContain("stopped it");
    expect(run.progress.running).toBe(0);
    expect(run.progress.done).toBeGreaterThan(0);
    expect(run.progress.done + run.progress.queued).toBe(12);
    expect((await stopSuiteRun(context, { skill, number })).endedAt).toBe(run.endedAt);
    expect((await listTrials(context, { skill, number })).items).toHaveLength(12);
  });
});

async function removeSkill(context: Context, skill: string): Promise<void> {
  await db.assignment.deleteMany({ where: { workspaceId: context.workspace.id, skill: { name: skill } } });
  await deleteSkill(context, { skill, confirmName: skill });
}

/** Every request is one dollar for each ten tokens, so that it is known what was asked. */
const prices = { input: 100_000, output: 0, cachedInput: null };
const costing = (usd: number): ModelMeter => ({ ...freeMeter, afterStep: async () => usd });

describe("money", () => {
  it("is spent up to the limit of a run, and by no more than a step of each worker beyond", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(20, 0));
    const each = 150;
    const { open, asked } = aScriptedModel(rightly, { meter: costing(each), prices });
    const run = await tryOut(context, skill, { open, capUsd: 1_000 });
    expect(run).toMatchObject({
      state: "stopped",
      failure: expect.stringContaining("has spent what it may"),
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(run.costUsd).toBe(asked.length * each);
    expect(run.costUsd).toBeLessThanOrEqual(1_000 + 4 * each);
    expect(run.progress.queued).toBeGreaterThan(0);
    const row = await db.suiteRun.findUniqueOrThrow({ where: { id: run.id } });
    expect(Number(row.reservedUsd)).toBe(0);
  });

  it("is counted whole where there is no limit", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(3, 0));
    const { open } = aScriptedModel(rightly, { meter: costing(0.25), prices });
    expect(await tryOut(context, skill, { open })).toMatchObject({ state: "done", costUsd: 0.75 });
  });

  it("of the connection, used up, stops the run with its words; the trial is invalid", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 0));
    const meter: ModelMeter = {
      ...freeMeter,
      beforeStep: async () => {
        throw new ModelError("SPENDING_LIMIT", "Large has reached its limit.");
      },
    };
    const { open, asked } = aScriptedModel(rightly, { meter });
    const run = await tryOut(context, skill, { open });
    expect(run).toMatchObject({ state: "stopped", failure: "Large has reached its limit." });
    expect(run.figures[0]).toMatchObject({ recall: null, invalid: [{ reason: "spending-limit" }] });
    expect(asked).toEqual([]);
  });

  it("cannot be limited where nobody has said what it costs", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const unknown = { input: null, output: null, cachedInput: null };
    const { open } = aScriptedModel(rightly, { prices: unknown });
    await expect(startSuiteRun(context, { skill, capUsd: 1 }, open)).rejects.toThrow("no limit can be kept");
  });
});

describe("what is deleted or withdrawn while a run goes on", () => {
  it("ends the run with its name where it was offered", async () => {
    const context = await aContext(db);
    const { open, skill, run } = await started(context, 2);
    await removeSkill(context, "docx-tools");
    const worker = aWorker(context, open);
    await worker.takeMore();
    await worker.settled();
    const ended = await getSuiteRunDetail(context, { skill, number: run.number });
    expect(ended).toMatchObject({
      state: "failed",
      failure: "docx-tools was deleted while the run went on.",
    });
    expect(ended.changes).toEqual([{ skill: "docx-tools", change: "deleted" }]);
  });

  it("keeps to the bytes that the run began with, and says what moved on", async () => {
    const context = await aContext(db);
    const { open, skill, run, detail } = await started(context, 2);
    await withdrawVersion(context, { skill: "docx-tools", number: 1, reason: "It leaks." });
    const changes = [{ op: "write" as const, path: "notes.md", text: "New.\n" }];
    await changeDraft(context, { skill, baseRevision: 1, changes });
    const worker = aWorker(context, open);
    await worker.takeMore();
    await worker.settled();
    const ended = await detail();
    expect(ended).toMatchObject({ state: "done", digest: run.digest, progress: { done: 2 } });
    expect(ended.changes.toSorted((left, right) => left.skill.localeCompare(right.skill))).toEqual([
      { skill: "docx-tools", change: "withdrawn" },
      { skill, change: "changed" },
    ]);
  });

  it("takes its runs with it where it is the skill itself", async () => {
    const context = await aContext(db);
    const { open, skill, run } = await started(context, 2);
    const worker = aWorker(context, open);
    await removeSkill(context, skill);
    await worker.takeMore();
    await worker.settled();
    expect(await db.trial.count({ where: { suiteRunId: run.id } })).toBe(0);
  });

  it("stops the run of somebody who is no longer here", async () => {
    const context = await aContext(db);
    const { open, skill, run } = await started(context, 2);
    await db.member.deleteMany({ where: { workspaceId: context.workspace.id } });
    const worker = aWorker(context, open);
    await worker.takeMore();
    await worker.settled();
    const row = await db.suiteRun.findUniqueOrThrow({ where: { id: run.id } });
    expect([skill, row.state, row.failure]).toEqual([
      "pdf-tools",
      "stopped",
      "Whoever started this run is no longer here.",
    ]);
  });

  it("fails the run whose model was pointed elsewhere", async () => {
    const context = await aContext(db);
    const { open, detail } = await started(context, 1);
    const worker = aWorker(context, async (...asked) => ({ ...(await open(...asked)), address: "another" }));
    await worker.takeMore();
    await worker.settled();
    expect(await detail()).toMatchObject({
      state: "failed",
      failure: "The model Scripted was changed while the run went on.",
    });
  });
});
