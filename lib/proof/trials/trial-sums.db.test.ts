import { describe, expect, it } from "vitest";
import { ModelError } from "@/lib/models/model-error";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { endEarly } from "../commands/end-suite-run";
import { releaseWork } from "../commands/hold-work";
import { judgeEndedRuns } from "../commands/judge-ended-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { takeTrials } from "../commands/take-trials";
import type { OpenModel } from "../models/open-model";
import { getSuiteRunDetail } from "../queries";
import { listTrials } from "./trial-queries";

const { db } = testDatabase();
const scripted = aScriptedModel(() => ({ call: "pdf-tools" }));
const { open } = scripted;

describe("what the trials of a run took", () => {
  it("is written down when it has ended, and read without them from then on", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const run = await tryOut(context, skill, { open });
    expect(run.calls).toEqual({ asked: 3, kept: 0 });
    await db.trial.deleteMany({ where: { suiteRunId: run.id } });
    const { progress, calls, tokens } = await getSuiteRunDetail(context, { skill, number: run.number });
    expect({ progress, calls, tokens }).toEqual({
      progress: run.progress,
      calls: run.calls,
      tokens: run.tokens,
    });
  });

  it("is not written while a trial of it is still under way: what that asked counts too", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 0));
    const { id, number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
    const { id: workspaceId } = context.workspace;
    const [trial] = await takeTrials(context, { workspaceId, modelId: "rehearsal", owner: "slow", most: 1 });
    await endEarly({ db }, { id, state: "stopped", failure: "Enough." });
    await judgeEndedRuns({ db });
    expect((await db.suiteRun.findUniqueOrThrow({ where: { id } })).figures).toBeNull();
    const tokens = { input: 100, output: 10, cached: 0 };
    const used = { asked: 1, kept: 0, tokens, costUsd: 0, keptFrom: null };
    await releaseWork({ db }, "trial", { id: trial?.id ?? "", owner: "slow", used });
    await judgeEndedRuns({ db });
    expect((await db.suiteRun.findUniqueOrThrow({ where: { id } })).figures).not.toBeNull();
    const run = await getSuiteRunDetail(context, { skill, number });
    expect(run).toMatchObject({ calls: { asked: 1 }, tokens, progress: { queued: 2, running: 0 } });
  });

  it("counts what was asked in attempts that broke on our side", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    let closed = 0;
    const broken: OpenModel = async (...wanted) => {
      const opened = await open(...wanted);
      const { meter } = opened.model;
      const afterStep: typeof meter.afterStep = async (tokens) => {
        closed += 1;
        if (closed === 1) throw new Error("The disk is gone.");
        return meter.afterStep(tokens);
      };
      return { ...opened, model: { ...opened.model, meter: { ...meter, afterStep } } };
    };
    const before = scripted.asked.length;
    const { number } = await startSuiteRun(context, { skill, repeats: 1 }, broken);
    const worker = aWorker(context, broken);
    await worker.takeMore();
    await worker.settled();
    const { items } = await listTrials(context, { skill, number });
    expect(items[0]?.calls.asked).toBe(scripted.asked.length - before);
  });
});

it("tells a provider's words without what no database keeps", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 0));
  const said = aScriptedModel(() => ({
    fail: new ModelError("MODEL_REFUSED", "No\u0000 such \ud800thing."),
  }));
  const run = await tryOut(context, skill, { open: said.open });
  expect(run.figures[0]?.invalid).toMatchObject([
    { reason: "provider-error", message: "No\ufffd such \ufffdthing." },
  ]);
  expect(said.asked).toHaveLength(1);
});

it("keeps nothing for others of a run that is repeated", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(2, 0));
  const where = { workspaceId: context.workspace.id };
  const { number } = await tryOut(context, skill, { open });
  expect(await db.keptAnswer.count({ where })).toBe(2);
  await tryOut(context, skill, { open, repeatOf: number });
  expect(await db.keptAnswer.count({ where })).toBe(2);
});
