import { expect, it } from "vitest";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { getSuiteRunDetail } from "../queries";
import { listRunCases } from "../trials/trial-queries";

const { db } = testDatabase();
const { open } = aScriptedModel(() => ({ call: "pdf-tools" }));
const name = "pdf-kit";
const source = { follows: "version" as const, version: 1 };
const planted = {
  recall: { count: 2, of: 2 },
  precision: { count: 2, of: 3 },
  outcomes: { right: 2, fired: 1 },
};

it("keeps its figures where the skill is called otherwise in mid-run: the name was frozen with the run", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(2, 1));
  const { number } = await startSuiteRun(context, { skill, repeats: 1, source }, open);
  await renameSkill(context, { skill, name });
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
  const run = await getSuiteRunDetail(context, { skill: name, number });
  expect(run).toMatchObject({ skill: name, state: "done", figures: [planted] });
  const { items } = await listRunCases(context, { skill: name, number });
  expect(items.map(({ hosts }) => hosts[0]?.outcome)).toEqual(["right", "right", "fired"]);
});

it("repeats a run of the old name with the figures that it had", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(2, 1));
  expect(await tryOut(context, skill, { open, source })).toMatchObject({ figures: [planted] });
  await renameSkill(context, { skill, name });
  const repeated = await tryOut(context, name, { open, repeatOf: 1 });
  expect(repeated).toMatchObject({ state: "done", figures: [planted], aa: { compared: 3, flipped: 0 } });
});
