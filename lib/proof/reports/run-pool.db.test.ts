import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTaskModel, aTaskSuite, helps, someTasks, tryTasks, wrong } from "@/lib/testing/proof/effect-runs";
import { aScriptedModel, aSuite, type Choose, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { deleteSuiteRun } from "../commands/delete-suite-run";
import { startSuiteRun } from "../commands/start-suite-run";
import { getSuiteRunDetail } from "../queries";
import { getRunPool } from "./get-run-pool";

const { db } = testDatabase();
const finds: Choose = (query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." });
const misses: Choose = () => ({ text: "No." });
const finding = aScriptedModel(finds).open;
const missing = aScriptedModel(misses).open;

describe("a suite that is run until it looks well", () => {
  it("shows all runs of the bytes: the good one beside the first, and all of them as one", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(10, 2));
    await tryOut(context, skill, { open: missing });
    await tryOut(context, skill, { open: missing, repeatOf: 1 });
    const last = await tryOut(context, skill, { open: finding, repeatOf: 1 });
    expect(last.figures[0]?.recall).toMatchObject({ count: 10, of: 10 });
    const pool = await getRunPool(context, { skill, number: 3 });
    expect(pool).toMatchObject({ number: 3, first: 1, leftOut: [] });
    expect(
      pool.runs.map(({ number, repeatOf, trials, copies }) => [number, repeatOf, trials, copies]),
    ).toEqual([
      [1, null, 12, 0],
      [2, 1, 12, 0],
      [3, 1, 12, 0],
    ]);
    expect(pool.runs.map(({ hosts }) => hosts[0])).toEqual([
      { dialect: "standard", right: 2, measured: 12, word: "invalid" },
      { dialect: "standard", right: 2, measured: 12, word: "invalid" },
      { dialect: "standard", right: 12, measured: 12, word: "no-baseline" },
    ]);
    const [figures] = pool.figures;
    expect(figures?.recall).toMatchObject({ count: 0, of: 10, low: 0 });
    expect(figures?.cases[0]).toMatchObject({ outcome: "missed", right: 1, counted: 3, invalid: 0 });
    expect(pool.otherwise).toHaveLength(10);
    expect(pool.otherwise[0]).toMatchObject({ dialect: "standard", here: "right", pooled: "missed" });
    expect((await getRunPool(context, { skill, number: 1 })).otherwise).toEqual([]);
  });

  it("keeps its verdict of tasks for all runs together, which one good run does not turn", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(10));
    const helping = aTaskModel(helps);
    const idle = aTaskModel(() => wrong);
    await tryTasks(context, idle, { repeats: 1 });
    await tryTasks(context, idle, { repeatOf: 1 });
    const last = await tryTasks(context, helping, { repeatOf: 1 });
    expect(last.effectFigures[0]).toMatchObject({ verdict: { word: "improved" }, counts: { wins: 10 } });
    const { effectFigures, runs, otherwise, figures } = await getRunPool(context, { skill, number: 3 });
    expect(figures).toEqual([]);
    expect(effectFigures[0]).toMatchObject({
      verdict: { word: "not-shown" },
      counts: { wins: 0, ties: 10, losses: 0 },
    });
    expect(effectFigures[0]?.tasks[0]?.arms).toMatchObject([
      { arm: "without", passed: 0, valid: 3 },
      { arm: "found", passed: 1, valid: 3 },
      { arm: "given", passed: 1, valid: 3 },
    ]);
    expect(runs.map(({ hosts }) => hosts[0]?.word)).toEqual(["not-shown", "not-shown", "improved"]);
    expect(otherwise).toHaveLength(10);
    expect(otherwise[0]).toMatchObject({ here: "win", pooled: "tie" });
  });
});

describe("answers that were kept", () => {
  it("count once: a run that was given them adds nothing, and says so", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    await tryOut(context, skill, { open: finding, repeats: 2 });
    await tryOut(context, skill, { open: finding, repeats: 3 });
    const pool = await getRunPool(context, { skill, number: 2 });
    expect(pool.runs.map(({ trials, copies }) => [trials, copies])).toEqual([
      [6, 0],
      [3, 6],
    ]);
    expect(pool.figures[0]?.cases[0]).toMatchObject({ right: 3, counted: 3 });
  });
});

describe("what is not pooled", () => {
  it("is named with its reason: deleted, going on, scripted, another agent, model, suite or catalogue", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aSuite(context, someCases(1, 1));
    for (let number = 1; number <= 8; number += 1)
      await tryOut(context, skill, number === 1 ? { open: finding } : { open: finding, repeatOf: 1 });
    await deleteSuiteRun(context, { skill, number: 2 });
    const plant = (number: number, data: Parameters<typeof db.suiteRun.updateMany>[0]["data"]) =>
      db.suiteRun.updateMany({ where: { workspaceId: context.workspace.id, number }, data });
    await plant(3, { modelKind: "rules" });
    await plant(4, { agentId: "00000000-0000-7000-8000-000000000001", agentName: "Another" });
    await plant(5, { suiteDigest: "0".repeat(64) });
    await plant(1, { answeredAs: ["large-1"] });
    await plant(6, { answeredAs: ["large-2"] });
    await db.$executeRaw`
      UPDATE "SuiteRun" SET offer = replace(offer::text, 'Edits Word documents.', 'Edits texts.')::json
      WHERE "workspaceId" = ${context.workspace.id}::uuid AND number = 7`;
    await db.$executeRaw`
      UPDATE "SuiteRun" SET offer = replace(offer::text, '"address":"scripted"', '"address":"elsewhere"')::json
      WHERE "workspaceId" = ${context.workspace.id}::uuid AND number = 8`;
    await startSuiteRun(context, { skill, repeatOf: 1, agent }, finding);
    const { runs, leftOut } = await getRunPool(context, { skill, number: 1 });
    expect(runs.map(({ number }) => number)).toEqual([1]);
    expect(leftOut.map(({ number, reason }) => [number, reason])).toEqual([
      [2, "deleted"],
      [3, "scripted"],
      [4, "another-agent"],
      [5, "another-suite"],
      [6, "another-model"],
      [7, "another-catalogue"],
      [8, "another-model"],
      [9, "going-on"],
    ]);
    expect(leftOut[4]?.message).toBe("It was answered by Scripted, which called itself large-2.");
    const ofScripted = await getRunPool(context, { skill, number: 3 });
    expect(ofScripted.runs.map(({ number }) => number)).toEqual([3]);
    expect(ofScripted.leftOut.find(({ number }) => number === 5)?.reason).toBe("live");
    expect(ofScripted.figures[0]?.verdict.word).toBe("scripted");
  });

  it("is the run itself while it goes on: nobody holds half a run against whole ones", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 1));
    const { number } = await startSuiteRun(context, { skill }, finding);
    const pool = await getRunPool(context, { skill, number });
    expect(pool).toMatchObject({ first: null, runs: [], otherwise: [] });
    expect(pool.leftOut).toEqual([{ number: 1, reason: "going-on", message: "It still goes on." }]);
  });

  it("is what there are too many runs for: the newest are pooled, the others are named", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    const { id } = await tryOut(context, skill, { open: finding });
    const {
      arms: _,
      sums: __,
      judge: ____,
      selfCheck: _____,
      ...first
    } = await db.suiteRun.findUniqueOrThrow({ where: { id } });
    await db.suiteRun.createMany({
      data: Array.from({ length: 41 }, (___, at) => ({
        ...first,
        id: crypto.randomUUID(),
        number: at + 2,
        requestKey: null,
        tried: first.tried ?? [],
        offer: first.offer ?? {},
        dialects: first.dialects ?? [],
        figures: [],
      })),
    });
    const { runs, leftOut } = await getRunPool(context, { skill, number: 42 });
    expect([runs.length, runs[0]?.number]).toEqual([40, 3]);
    expect(leftOut.map(({ number, reason }) => [number, reason])).toEqual([
      [1, "too-many"],
      [2, "too-many"],
    ]);
  });
});

it("is not there for another workspace, nor for a run that there is not", async () => {
  const [context, other] = [await aContext(db), await aContext(db)];
  const { skill } = await aSuite(context, someCases(1, 0));
  const { number } = await tryOut(context, skill, { open: finding });
  const gone = { code: "NOT_FOUND" };
  await expect(getRunPool(other, { skill, number })).rejects.toMatchObject(gone);
  await expect(getRunPool(context, { skill, number: 9 })).rejects.toMatchObject(gone);
  expect((await getSuiteRunDetail(context, { skill, number })).runsOfDigest).toBe(1);
});
