import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { openModel } from "@/lib/proof/models/open-model";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import {
  anAgentWithPlanted,
  aPlantedModel,
  aPlantedSkill,
  untilRadarEnds,
} from "@/lib/testing/proof/radar-runs";
import { aWorker } from "@/lib/testing/proof/suite-runs";
import { startRadarRun } from "./commands/start-radar-run";
import { estimateRadar } from "./estimate-radar";

allowLocalServers();
const { db } = testDatabase();

/** A run of one suite that is on record before. */
async function onRecord(context: Context, skill: string, suite: "trigger" | "effect", model: string) {
  const source = { follows: "version", version: 1 } as const;
  const run = await startSuiteRun(context, { skill, suite, model, source, repeats: 1 });
  const worker = aWorker(context, openModel);
  await worker.takeMore();
  await worker.settled();
  await worker.renew();
  return run.number;
}

describe("a radar run", () => {
  it("finds the obsolete skill, keeps the useful one, names the harmful one, and counts what could be won back", async () => {
    const context = await aContext(db);
    await aPlantedSkill(context, { name: "old-habits", tasks: 14 });
    await aPlantedSkill(context, { name: "ink-rules", tasks: 5 });
    await aPlantedSkill(context, { name: "bad-advice", tasks: 5 });
    await aPlantedSkill(context, { name: "few-tasks", tasks: 4 });
    await aPlantedSkill(context, { name: "no-tasks" });
    const names = ["old-habits", "ink-rules", "bad-advice", "few-tasks"];
    const agent = await anAgentWithPlanted(context, [...names, "no-tasks"]);
    const model = await aPlantedModel(context, "New", {
      "old-habits": "obsolete",
      "ink-rules": "useful",
      "bad-advice": "harmful",
      "few-tasks": "obsolete",
    });
    const { number } = await startRadarRun(context, { model: "New", repeats: 1, capUsd: 5 });
    const run = await untilRadarEnds(context, number);
    expect(run).toMatchObject({
      state: "done",
      failure: null,
      model: { id: model.id, name: "New" },
      against: null,
      progress: { total: 4, done: 4, waiting: 0, skipped: 0, notReached: 0 },
    });
    expect(run.skills.map(({ skill, word }) => [skill, word])).toEqual([
      ["bad-advice", "harmful"],
      ["old-habits", "unnecessary"],
      ["few-tasks", "undecided"],
      ["ink-rules", "needed"],
    ]);
    const [harmful, obsolete, few, useful] = run.skills;
    expect(obsolete).toMatchObject({ version: 1, agent, finding: null });
    expect(obsolete?.tasks).toMatchObject({
      now: {
        run: { skill: "old-habits", number: 1, model: "New" },
        without: { count: 14, of: 14 },
        found: { count: 14, of: 14 },
        counts: { wins: 0, ties: 14, losses: 0 },
      },
      before: null,
    });
    expect(obsolete?.tasks?.text).toContain("14 of 14 pass without it, 0 won by it.");
    expect(few).toMatchObject({ more: { tasks: 10, towards: "unnecessary" } });
    expect(few?.tasks?.text).toContain("Too few tasks to say: 10 tasks more");
    expect(useful?.tasks?.now?.counts).toEqual({ wins: 5, ties: 0, losses: 0 });
    expect(harmful?.tasks?.now?.counts).toEqual({ wins: 0, ties: 0, losses: 5 });
    // What stands in every request for the skill, and what comes in with its activation, as the runtime counted it.
    const tokens = obsolete?.tokens;
    expect(tokens?.catalogue).toBeGreaterThan(5);
    expect(tokens?.activation).toBeGreaterThan(5);
    expect(run.winBack).toEqual({ skills: 1, ...tokens });
    // The cheapest first: of two with as many tasks the one whose name takes fewer tokens.
    expect(run.steps.map(({ skill, run: of }) => [skill, of])).toEqual([
      ["few-tasks", 1],
      ["ink-rules", 1],
      ["bad-advice", 1],
      ["old-habits", 1],
    ]);
    expect(run.spentUsd).toBeGreaterThan(0);
    const spent = await db.suiteRun.aggregate({
      where: { workspaceId: context.workspace.id },
      _sum: { spentUsd: true },
    });
    expect(run.spentUsd).toBeCloseTo(Number(spent._sum.spentUsd), 8);
  });

  it("holds a new model against what is on record: better now, and found less", async () => {
    const context = await aContext(db);
    await aPlantedSkill(context, { name: "ink-rules", tasks: 6 });
    await aPlantedSkill(context, { name: "pen-rules", messages: 10 });
    await anAgentWithPlanted(context, ["ink-rules", "pen-rules"]);
    const before = await aPlantedModel(context, "Before", { "ink-rules": "unread" }, 10);
    await aPlantedModel(context, "New", { "ink-rules": "useful" }, 4);
    await onRecord(context, "ink-rules", "effect", before.id);
    await onRecord(context, "pen-rules", "trigger", before.id);
    const estimate = await estimateRadar(context, { model: "New", repeats: 1 });
    expect(estimate.steps.map(({ hasEarlier, role }) => [hasEarlier, role])).toEqual([
      [true, "new"],
      [true, "new"],
    ]);
    const { number } = await startRadarRun(context, { model: "New", repeats: 1 });
    const run = await untilRadarEnds(context, number);
    expect(run.skills.map(({ skill, word }) => [skill, word])).toEqual([
      ["pen-rules", "found-less"],
      ["ink-rules", "better"],
    ]);
    const [less, better] = run.skills;
    expect(better?.tasks?.before).toMatchObject({
      run: { model: "Before", number: 1 },
      counts: { wins: 0, ties: 6, losses: 0 },
    });
    expect(less?.finding).toMatchObject({
      now: { run: { model: "New", number: 2 }, recall: { count: 4, of: 10 } },
      before: { run: { model: "Before", number: 1 }, recall: { count: 10, of: 10 } },
    });
    expect(less?.finding?.text).toContain("0 find it now and did not before, 6 no longer: exact p = 0.016.");
    expect(run.winBack).toEqual({ skills: 0, catalogue: 0, activation: 0 });
  });

  it("tries an earlier model that was named and never measured, after all of the new one", async () => {
    const context = await aContext(db);
    await aPlantedSkill(context, { name: "ink-rules", tasks: 6, messages: 10 });
    await anAgentWithPlanted(context, ["ink-rules"]);
    const planted = { "ink-rules": "useful" } as const;
    await aPlantedModel(context, "Before", planted, 10);
    await aPlantedModel(context, "New", planted, 10);
    const { number } = await startRadarRun(context, { model: "New", against: "Before", repeats: 1 });
    const run = await untilRadarEnds(context, number);
    expect(run.steps.map(({ suite, role, state }) => [suite, role, state])).toEqual([
      ["trigger", "new", "done"],
      ["effect", "new", "done"],
      ["trigger", "earlier", "done"],
      ["effect", "earlier", "done"],
    ]);
    const [skill] = run.skills;
    expect(skill).toMatchObject({
      word: "needed",
      tasks: { word: "needed", before: { run: { model: "Before" } } },
      finding: {
        word: "found-as-before",
        before: { run: { model: "Before" }, recall: { count: 10, of: 10 } },
      },
    });
  });

  it("stays as it was read when its runs are deleted later", async () => {
    const context = await aContext(db);
    await aPlantedSkill(context, { name: "ink-rules", tasks: 6 });
    await anAgentWithPlanted(context, ["ink-rules"]);
    await aPlantedModel(context, "New", { "ink-rules": "useful" });
    const { number } = await startRadarRun(context, { model: "New", repeats: 1 });
    const run = await untilRadarEnds(context, number);
    await db.suiteRun.updateMany({
      where: { workspaceId: context.workspace.id },
      data: { removedAt: new Date(), figures: [] },
    });
    expect((await untilRadarEnds(context, number)).skills).toEqual(run.skills);
  });
});
