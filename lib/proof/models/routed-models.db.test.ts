import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { aRoutedSuite } from "@/lib/testing/proof/routed-suites";
import { tryOut } from "@/lib/testing/proof/suite-runs";
import { estimateSuiteRun } from "../plans/estimate-suite-run";

const { db } = testDatabase();
allowLocalServers();
const routed = async (models: Parameters<typeof aRoutedSuite>[1]) => {
  const context = await aContext(db);
  return { context, ...(await aRoutedSuite(context, models)) };
};
describe("a live model behind a router that follows rules", () => {
  it("is told with its price before it is asked, though what it says is no verdict", async () => {
    const { context, skill, open } = await routed({ model: "live", router: null });
    const estimate = await estimateSuiteRun(context, { skill }, open);
    expect(estimate).toMatchObject({ scripted: true, asksLive: true, problems: [] });
    expect(estimate.usd?.high).toBeGreaterThan(0);
  });

  it("costs what its answers cost, also when it is repeated", async () => {
    const { context, skill, open, asked } = await routed({ model: "live", router: null });
    const run = await tryOut(context, skill, { open });
    expect(asked.length).toBeGreaterThan(0);
    const priced = { scripted: true, asksLive: true, model: { kind: "rules" } };
    expect(run).toMatchObject({ ...priced, state: "done", costUsd: 0.25 * asked.length, selfCheck: null });
    const again = await tryOut(context, skill, { open, repeatOf: run.number, repeats: undefined });
    expect(again).toMatchObject(priced);
  });

  it("keeps its word where an older run took it for a live one", async () => {
    const { context, skill, open } = await routed({ model: "live", router: null });
    const { id, number } = await tryOut(context, skill, { open });
    await db.suiteRun.update({ where: { id }, data: { modelKind: "live" } });
    const again = await tryOut(context, skill, { open, repeatOf: number, repeats: undefined });
    expect(again.scripted).toBe(true);
  });
});

describe("rules behind a live router", () => {
  it("are told with the price of the router, which is asked once before each trial", async () => {
    const { context, skill, open } = await routed({ model: null, router: "live" });
    const estimate = await estimateSuiteRun(context, { skill, repeats: 1 }, open);
    expect(estimate).toMatchObject({ scripted: true, asksLive: true });
    expect(estimate.usd?.low).toBeGreaterThan(0);
  });

  it("cost what the router's answers cost", async () => {
    const { context, skill, open, asked } = await routed({ model: null, router: "live" });
    const run = await tryOut(context, skill, { open });
    expect(asked).toHaveLength(3);
    expect(run).toMatchObject({ scripted: true, asksLive: true, costUsd: 0.75 });
  });
});

describe("a live model and a live router", () => {
  it("are two requests of each trial at least, and both are in the price", async () => {
    const { context, skill, open } = await routed({ model: "live", router: "live" });
    const both = await estimateSuiteRun(context, { skill, repeats: 1 }, open);
    expect(both).toMatchObject({ scripted: false, asksLive: true, calls: { low: 6, high: 9 } });
    const behindRules = await routed({ model: "live", router: null });
    const one = await estimateSuiteRun(
      behindRules.context,
      { skill: behindRules.skill, repeats: 1 },
      behindRules.open,
    );
    expect(one.calls).toEqual({ low: 3, high: 6 });
    expect(both.usd?.low).toBeGreaterThan(one.usd?.low ?? 0);
  });
});

it("costs nothing where rules alone answer and choose", async () => {
  const { context, skill, open, asked } = await routed({ model: null, router: null });
  expect(await estimateSuiteRun(context, { skill }, open)).toMatchObject({
    scripted: true,
    asksLive: false,
    usd: { low: 0, high: 0 },
  });
  const run = await tryOut(context, skill, { open });
  expect([run.costUsd, run.asksLive, asked]).toEqual([0, false, []]);
});
