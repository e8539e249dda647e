import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTaskModel, aTaskSuite, helps, someTasks, tryTasks } from "@/lib/testing/proof/effect-runs";
import { aScriptedModel, aSuite, openAt, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { deleteSuiteRun } from "../commands/delete-suite-run";
import { openModel } from "../models/open-model";
import type { EstimateSuiteRun } from "../schema";
import { estimateSuiteRun } from "./estimate-suite-run";

const { db } = testDatabase();
const finds = () =>
  aScriptedModel((query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." }));

async function aRun() {
  const context = await aContext(db);
  const { skill, agent } = await aSuite(context, someCases(2, 1));
  const { open } = finds();
  const run = await tryOut(context, skill, { open, repeats: 2 });
  const sameAs = async (asked: EstimateSuiteRun = {}, opening = open) =>
    (await estimateSuiteRun(context, { skill, repeats: 2, ...asked }, opening)).sameAs;
  return { context, skill, agent, open, run, sameAs };
}

describe("the run that asked exactly what is planned", () => {
  it("is named, the newest one, and none of what a repeat would be", async () => {
    const { context, skill, open, run, sameAs } = await aRun();
    expect(await sameAs()).toBe(run.number);
    await tryOut(context, skill, { open, repeats: undefined, repeatOf: run.number });
    expect(await sameAs()).toBe(run.number);
    const { number } = await tryOut(context, skill, { open, repeats: 2 });
    expect(await sameAs()).toBe(number);
    expect(await sameAs({ repeats: undefined, repeatOf: run.number })).toBeNull();
  });

  it.each([
    ["as many trials in other hosts", { repeats: 1, dialects: ["standard", "codex"] }],
    ["another host", { dialects: ["codex"] }],
    ["more than the first activation", { wholeMatrix: true }],
    ["other bytes", { source: { follows: "version" as const, version: 1 }, repeats: 1 }],
  ])("is none that asked for %s", async (_, asked) => {
    expect(await (await aRun()).sameAs(asked)).toBeNull();
  });

  it("is none that another model answered, nor rules, nor one that is deleted", async () => {
    const { context, skill, run, sameAs, open } = await aRun();
    expect(await sameAs({}, openAt(open, "elsewhere"))).toBeNull();
    expect(await sameAs({}, openModel)).toBeNull();
    await deleteSuiteRun(context, { skill, number: run.number });
    expect(await sameAs()).toBeNull();
  });

  it("is none of an agent that says something else since", async () => {
    const { context, agent, sameAs } = await aRun();
    const { revision } = await getAgent(context, { agent });
    await editAgent(context, { agent, baseRevision: revision, instructions: "Be brief." });
    expect(await sameAs()).toBeNull();
  });
});

it("is of tasks one with the same arms", async () => {
  const context = await aContext(db);
  const { skill } = await aTaskSuite(context, someTasks(2));
  const model = aTaskModel(helps);
  const { open } = model;
  const run = await tryTasks(context, model);
  const of = async (asked: EstimateSuiteRun) =>
    (await estimateSuiteRun(context, { skill, suite: "effect", repeats: run.repeats, ...asked }, open))
      .sameAs;
  expect(await of({})).toBe(run.number);
  expect(await of({ approved: true })).toBeNull();
});
