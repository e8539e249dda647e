import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { stopSuiteRun } from "@/lib/proof/commands/stop-suite-run";
import { openModel } from "@/lib/proof/models/open-model";
import { startAnotherServer } from "@/lib/testing/another-server";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import {
  anAgentWithPlanted,
  aPlantedModel,
  aPlantedSkill,
  radarSetup,
  untilRadarEnds,
} from "@/lib/testing/proof/radar-runs";
import { aWorker } from "@/lib/testing/proof/suite-runs";
import { advanceRadarRuns } from "./commands/advance-radar-run";
import { startRadarRun } from "./commands/start-radar-run";
import { stopRadarRun } from "./commands/stop-radar-run";
import { estimateRadar } from "./estimate-radar";
import { getRadarRun, getRadarRunDetail, listRadarRuns } from "./queries";

allowLocalServers();
const { db } = testDatabase();
const names = ["ink-rules", "pen-rules", "paper-rules"];

async function aDesk(context: Context, tasks = 6) {
  for (const [at, name] of names.entries()) await aPlantedSkill(context, { name, tasks: tasks + at });
  await anAgentWithPlanted(context, names);
  const planted = Object.fromEntries(names.map((name) => [name, "useful" as const]));
  return aPlantedModel(context, "New", planted);
}

const suiteRunsOf = (context: Context) =>
  db.suiteRun.findMany({ where: { workspaceId: context.workspace.id }, orderBy: { id: "asc" } });

describe("the budget of a radar run", () => {
  it("is kept over all its runs, and what it did not reach is named", async () => {
    const context = await aContext(db);
    await aDesk(context);
    const capUsd = 0.045;
    const { number } = await startRadarRun(context, { model: "New", repeats: 1, capUsd });
    const run = await untilRadarEnds(context, number);
    expect(run.state).toBe("stopped");
    expect(run.failure).toMatch(/^The budget is used up: [12] runs? of 3 (was|were) not reached\.$/);
    expect(run.spentUsd).toBeLessThanOrEqual(capUsd);
    expect(run.spentUsd).toBeGreaterThan(0);
    expect(run.progress.notReached).toBeGreaterThan(0);
    const last = run.steps.at(-1);
    expect(last).toMatchObject({ skill: "paper-rules", state: "not-reached", run: null });
    expect(run.skills.find(({ skill }) => skill === "paper-rules")).toMatchObject({
      word: "not-measured",
      notMeasured: "Not reached: the run ended before its turn.",
    });
    const rows = await suiteRunsOf(context);
    expect(rows.reduce((sum, { spentUsd }) => sum + Number(spentUsd), 0)).toBeLessThanOrEqual(capUsd);
    expect(rows.length).toBeLessThan(3);
  });

  it("is refused for a model whose price nobody has said", async () => {
    const context = await aContext(db);
    await aDesk(context);
    await aModel(context, { name: "Unpriced" });
    const asked = { model: "Unpriced", capUsd: 1 };
    await expect(startRadarRun(context, asked)).rejects.toThrow("Nobody has said what Unpriced costs");
    expect((await estimateRadar(context, asked)).problems).toHaveLength(1);
    expect(await estimateRadar(context, { model: "Unpriced" })).toMatchObject({ usd: null, problems: [] });
  });
});

describe("before it starts", () => {
  it("says calls, price and minutes of all of it, and why a skill is left out", async () => {
    const context = await aContext(db);
    const model = await aDesk(context);
    await aPlantedSkill(context, { name: "no-agent", tasks: 2 });
    await aPlantedSkill(context, { name: "nothing-to-try" });
    const asked = model.server.requests.length;
    const estimate = await estimateRadar(context, {
      model: "New",
      skills: [...names, "no-agent", "nothing-to-try"],
      repeats: 1,
    });
    expect(estimate).toMatchObject({ skills: 5, problems: [], calls: { low: 63 } });
    expect(estimate.usd?.high).toBeGreaterThan(estimate.usd?.low ?? 0);
    expect(estimate.minutes.high).toBeGreaterThan(0);
    const problems = estimate.steps.flatMap(({ skill, problem }) => (problem ? [[skill, problem]] : []));
    expect(problems).toEqual([
      ["no-agent", "No agent has this skill. Say with which one it is to be tried."],
      ["nothing-to-try", "It has neither tasks nor a trigger suite."],
    ]);
    const { number } = await startRadarRun(context, { model: "New", skills: ["ink-rules", "no-agent"] });
    expect(await getRadarRun(context, { number })).toMatchObject({ progress: { waiting: 1, skipped: 1 } });
    expect(model.server.requests).toHaveLength(asked);
    await stopRadarRun(context, { number });
  });

  it("refuses what says nothing, what is elsewhere, and too many at once", async () => {
    const context = await aContext(db);
    await aDesk(context);
    const start = (more: object = {}) => startRadarRun(context, { model: "New", ...more });
    await expect(start({ model: "rehearsal" })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(start({ against: "New" })).rejects.toThrow("The earlier model is the new one");
    await expect(start({ skills: ["nowhere"] })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(start({ agent: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await aPlantedSkill(context, { name: "bare-skill" });
    await expect(start({ skills: ["bare-skill"] })).rejects.toThrow("None of these skills can be tried");
    const [first, again] = [await start({ requestKey: "k" }), await start({ requestKey: "k" })];
    expect(again.number).toBe(first.number);
    const others = [await start(), await start()];
    await expect(start()).rejects.toMatchObject({ code: "CONFLICT" });
    for (const { number } of [first, ...others]) await stopRadarRun(context, { number });
    expect((await listRadarRuns(context, { limit: 2 })).items.map(({ number }) => number)).toEqual([3, 2]);
  });

  it("is of its own workspace alone", async () => {
    const [context, elsewhere] = [await aContext(db), await aContext(db)];
    await aDesk(context);
    const { number } = await startRadarRun(context, { model: "New" });
    const notFound = { code: "NOT_FOUND" };
    await expect(getRadarRunDetail(elsewhere, { number })).rejects.toMatchObject(notFound);
    await expect(stopRadarRun(elsewhere, { number })).rejects.toMatchObject(notFound);
    await expect(startRadarRun(elsewhere, { model: "New" })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    expect((await listRadarRuns(elsewhere, {})).items).toEqual([]);
    await stopRadarRun(context, { number });
  });
});

describe("a stop", () => {
  it("ends the run that goes on in it, keeps what is done, and is for its starter and who manages models", async () => {
    const context = await aContext(db);
    await aDesk(context);
    const [starter, other] = [await aColleague(context, "viewer"), await aColleague(context, "viewer")];
    const { number } = await startRadarRun(starter, { model: "New", repeats: 1 });
    await advanceRadarRuns(radarSetup(context));
    await expect(stopRadarRun(other, { number })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stopped = await stopRadarRun(context, { number });
    expect(stopped).toMatchObject({ state: "stopped", failure: `${context.actor.name} stopped it.` });
    const run = await untilRadarEnds(context, number);
    expect(run.progress).toMatchObject({ total: 3, done: 1, notReached: 2, running: 0 });
    const [suiteRun, ...more] = await suiteRunsOf(context);
    expect(suiteRun).toMatchObject({ state: "stopped", failure: "Its radar run was stopped." });
    expect(more).toEqual([]);
    expect(await stopRadarRun(context, { number })).toEqual(await getRadarRun(context, { number }));
  });

  it("of one of its runs alone leaves the others to be tried", async () => {
    const context = await aContext(db);
    await aDesk(context);
    const { number } = await startRadarRun(context, { model: "New", repeats: 1 });
    await advanceRadarRuns(radarSetup(context));
    await stopSuiteRun(context, { skill: "ink-rules", number: 1 });
    const run = await untilRadarEnds(context, number);
    expect(run).toMatchObject({ state: "done", progress: { done: 3 } });
    const skill = run.skills.find((one) => one.skill === "ink-rules");
    expect(skill).toMatchObject({ word: "not-measured" });
    expect(skill?.notMeasured).toContain("The run ended early");
  });

  it("comes by itself when its starter is gone", async () => {
    const context = await aContext(db);
    await aDesk(context);
    const starter = await aColleague(context, "viewer");
    const { number } = await startRadarRun(starter, { model: "New" });
    await db.member.deleteMany({ where: { userId: starter.actor.userId } });
    const run = await untilRadarEnds(context, number);
    expect(run).toMatchObject({ state: "stopped", failure: "Whoever started this run is no longer here." });
  });
});

describe("several servers", () => {
  it("start no run twice, however many look at once", async () => {
    const context = await aContext(db);
    await aDesk(context);
    const { number } = await startRadarRun(context, { model: "New", repeats: 1 });
    const look = async () => {
      await db.radarRun.updateMany({ data: { leaseUntil: null } });
      await advanceRadarRuns(radarSetup(context));
    };
    await Promise.all([look(), look(), look()]);
    expect(await suiteRunsOf(context)).toHaveLength(1);
    await stopRadarRun(context, { number });
  });

  it("go on where one was killed, and every run stands once", async () => {
    const context = await aContext(db);
    const model = await aDesk(context);
    const { number } = await startRadarRun(context, { model: "New", repeats: 1, capUsd: 5 });
    const before = model.server.requests.length;
    const server = startAnotherServer(keepAll);
    await server.until(() => model.server.requests.length >= before + 10);
    await server.kill();
    await db.$executeRaw`UPDATE "Trial" SET "leaseUntil" = now() - interval '1 second' WHERE state = 'running'`;
    await db.radarRun.updateMany({ data: { leaseUntil: null } });
    await aWorker(context, openModel).renew();
    const run = await untilRadarEnds(context, number);
    expect(run).toMatchObject({ state: "done", progress: { total: 3, done: 3 } });
    expect(run.skills.map(({ word }) => word)).toEqual(["needed", "needed", "needed"]);
    const rows = await suiteRunsOf(context);
    expect(rows.map(({ skillId }) => skillId)).toHaveLength(new Set(rows.map(({ skillId }) => skillId)).size);
    expect(rows).toHaveLength(3);
  });
});

const keepAll = `
  const { runTypescript } = await import("./scripts/run-typescript.mjs");
  const { keepTrying } = await runTypescript("lib/proof/commands/keep-trying.ts");
  const { keepRadar } = await runTypescript("lib/radar/commands/keep-radar.ts");
  const keep = () => Promise.all([keepTrying(), keepRadar()]);
  await keep();
  setInterval(() => void keep(), 200);
`;
