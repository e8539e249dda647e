import { expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { aRoutedSuite } from "@/lib/testing/proof/routed-suites";
import { startImprovement } from "./commands/start-improvement";
import { estimateImprovement } from "./estimate-improvement";

const { db } = testDatabase();
allowLocalServers();

it("takes a live model behind a router that follows rules for no evidence", async () => {
  const context = await aContext(db);
  const { skill, open } = await aRoutedSuite(context, { model: "live", router: null }, 12);
  const asked = { kind: "improve" as const, skill };
  const estimate = await estimateImprovement(context, asked, open);
  expect(estimate).toMatchObject({ scripted: true, problems: [] });
  expect(estimate.usd?.high).toBeGreaterThan(0);
  expect((await startImprovement(context, asked, open)).scripted).toBe(true);
});

it("takes a live model that routes for itself, or behind a live one, for what it is", async () => {
  const context = await aContext(db);
  const { skill, open } = await aRoutedSuite(context, { model: "live", router: "live" }, 12);
  expect((await estimateImprovement(context, { kind: "improve", skill }, open)).scripted).toBe(false);
});
