import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTaskModel, aTaskSuite, helps, someTasks, tryTasks } from "@/lib/testing/proof/effect-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { stopSuiteRun } from "../commands/stop-suite-run";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { getSuiteRunDetail, listSuiteRuns } from "../queries";
import { listRunTasks } from "../trials/task-queries";
import { listRunCases } from "../trials/trial-queries";

const { db } = testDatabase();
const prices = { input: 3, output: 15, cachedInput: null };
const { open } = aTaskModel(helps, { prices });

describe("the start of an effect run", () => {
  it("freezes tasks and arms, and sets each task once into each of them", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(2), { "references/a.md": "a\n" });
    const suite = "effect" as const;
    const input = { skill, suite, repeats: 2, approved: true, leaveOut: ["references/a.md"] };
    const run = await startSuiteRun(context, input, open);
    expect(run).toMatchObject({
      suite: "effect",
      cases: 2,
      approvedVersion: 1,
      progress: { total: 20, queued: 20 },
    });
    const { items } = await listRunTasks(context, { skill, number: run.number });
    expect(items.map(({ number, prompt }) => [number, prompt])).toEqual([
      [1, "Task 1: which ink?"],
      [2, "Task 2: which ink?"],
    ]);
    expect(items[0]?.hosts[0]?.arms.map(({ arm, trials }) => [arm, trials.length])).toEqual([
      ["without", 2],
      ["found", 2],
      ["given", 2],
      ["approved", 2],
      ["left-out", 2],
    ]);
    expect((await listRunCases(context, { skill, number: run.number })).items).toEqual([]);
    const trigger = await listSuiteRuns(context, { skill, suite: "trigger" });
    const effect = await listSuiteRuns(context, { skill, suite: "effect" });
    expect([trigger.items.length, effect.items.length]).toEqual([0, 1]);
  });

  it("sends the text of a task's input files behind its prompt", async () => {
    const context = await aContext(db);
    const files = { "evals/files/a.csv": "day,ink\n1,blue\n" };
    const { skill } = await aTaskSuite(
      context,
      someTasks(1, () => ({ files: Object.keys(files) })),
      files,
    );
    const requests: string[] = [];
    const model = aTaskModel((seen) => {
      requests.push(seen.request);
      return helps(seen);
    });
    const run = await tryTasks(context, model);
    const { items } = await listRunTasks(context, { skill, number: run.number });
    expect(items[0]?.message).toBe("Task 1: which ink?\n\nFile evals/files/a.csv:\n\nday,ink\n1,blue\n");
    // The worker carries out what waits in other workspaces too.
    expect(requests.filter((request) => request.includes("1,blue"))).toHaveLength(run.calls.asked);
    expect(run.calls.asked).toBe(4);
  });

  it("says why there is nothing to try", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aTaskSuite(context, someTasks(1));
    const start = (input: object = {}) => startSuiteRun(context, { skill, suite: "effect", ...input }, open);
    await expect(start({ leaveOut: ["SKILL.md"] })).rejects.toThrow("cannot be left out");
    await expect(start({ leaveOut: ["none.md"] })).rejects.toThrow("no file “none.md”");
    await expect(start({ wholeMatrix: true })).rejects.toThrow("wholeMatrix");
    await expect(startSuiteRun(context, { skill, approved: true }, open)).rejects.toThrow("effect run");
    await withdrawVersion(context, { skill, number: 1, reason: "It leaks." });
    await expect(start({ approved: true })).rejects.toThrow("no published version");
    await editAgent(context, { agent, baseRevision: 2, mode: "eager" });
    expect(await start()).toMatchObject({ suite: "effect", state: "queued" });
  });

  it.each<[string, object, string]>([
    ["nothing decides them", { graders: [] }, "no task that a grader decides"],
    ["their graders cannot be read", { graders: 7 }, "line 7"],
    ["an input file is missing", { files: ["none.csv"] }, "none.csv, which is not there"],
    ["an input file is no text", { files: ["a.bin"] }, "a.bin, which is not text"],
  ])("refuses tasks where %s", async (_, more, why) => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(
      context,
      someTasks(1, () => ({ ...more })),
      { "a.bin": "a\u0000b" },
    );
    await expect(startSuiteRun(context, { skill, suite: "effect" }, open)).rejects.toThrow(why);
  });

  it("of another workspace's skill is NOT_FOUND, and so are its tasks", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill } = await aTaskSuite(context, someTasks(1));
    const { number } = await startSuiteRun(context, { skill, suite: "effect" }, open);
    const noSuch = { code: "NOT_FOUND" };
    await expect(startSuiteRun(other, { skill, suite: "effect" }, open)).rejects.toMatchObject(noSuch);
    await expect(listRunTasks(other, { skill, number })).rejects.toMatchObject(noSuch);
  });
});

describe("the estimate of an effect run", () => {
  it("tells each arm's trials, a price that holds, and what so many tasks can decide; it asks nobody", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(16));
    const scripted = aTaskModel(helps, { prices });
    const settings = { skill, suite: "effect" as const, repeats: 1 };
    const estimate = await estimateSuiteRun(context, settings, scripted.open);
    expect(scripted.asked).toEqual([]);
    expect(estimate).toMatchObject({ cases: 16, trials: 48, calls: { low: 48, high: 112 }, problems: [] });
    expect(estimate.arms.map(({ arm, trials }) => [arm, trials])).toEqual([
      ["without", 16],
      ["found", 16],
      ["given", 16],
    ]);
    const run = await tryTasks(context, scripted);
    expect(run.calls.asked).toBeGreaterThanOrEqual(estimate.calls.low);
    expect(run.calls.asked).toBeLessThanOrEqual(estimate.calls.high);
    // The rule's own power: 56 % with 16 tasks where 8 in 10 of those that differ are wins, 2.6 % without any effect.
    expect(estimate.power?.chance).toBeCloseTo(0.56, 2);
    expect(estimate.power?.chanceOfNone).toBeCloseTo(0.026, 2);
    expect(estimate.power?.curve.map(({ tasks, nineOfTen }) => [tasks, Math.round(nineOfTen * 100)])).toEqual(
      [
        [5, 10],
        [8, 45],
        [12, 71],
        [16, 86],
        [20, 94],
        [30, 99],
      ],
    );
    expect(16 + (estimate.power?.more ?? 0)).toBeGreaterThan(20);
    const again = await estimateSuiteRun(context, { skill, repeatOf: run.number }, scripted.open);
    expect(again).toMatchObject({ trials: 48, calls: estimate.calls, tokens: estimate.tokens });
  });

  it("of a trigger suite has neither arms nor power", async () => {
    const context = await aContext(db);
    const cases = JSON.stringify([{ query: "Merge PDF 1", should_trigger: true }]);
    const { skill } = await aTaskSuite(context, someTasks(1), { "evals/trigger-eval.json": cases });
    expect(await estimateSuiteRun(context, { skill }, open)).toMatchObject({
      trials: 3,
      arms: [],
      power: null,
    });
  });
});

describe("an effect run that has not been carried through", () => {
  it("has no verdict while it goes on, and an invalid one where it was stopped too soon", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(5));
    const { number } = await startSuiteRun(context, { skill, suite: "effect", repeats: 1 }, open);
    const going = await getSuiteRunDetail(context, { skill, number });
    expect(going.effectFigures[0]).toMatchObject({
      verdict: { word: "pending", reasons: [] },
      netWin: null,
      power: null,
    });
    await stopSuiteRun(context, { skill, number });
    const stopped = await getSuiteRunDetail(context, { skill, number });
    expect(stopped.effectFigures[0]).toMatchObject({
      verdict: { word: "invalid-measurement" },
      agreement: null,
    });
  });

  it("of Rehearsal is carried out, marked, and never judged", async () => {
    const context = await aContext(db);
    await aTaskSuite(context, someTasks(5));
    const { openModel } = await import("../models/open-model");
    const run = await tryTasks(context, { open: openModel, asked: [] }, { model: "rehearsal" });
    expect(run).toMatchObject({ state: "done", scripted: true, costUsd: 0, progress: { total: 15 } });
    expect(run.effectFigures[0]).toMatchObject({
      verdict: { word: "scripted", reasons: [] },
      agreement: null,
      power: null,
    });
    expect(run.effects[0]?.verdict).toBe("scripted");
  });
});
