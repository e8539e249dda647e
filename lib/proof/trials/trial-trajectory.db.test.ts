import { expect, it } from "vitest";
import { trajectorySchema } from "@/lib/runtime/trajectory-schema";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTaskModel, aTaskSuite, helps, someTasks, tryTasks } from "@/lib/testing/proof/effect-runs";
import { aScriptedModel, aSuite, someCases } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { getTrialTrajectory } from "./get-trial-trajectory";
import { listTrials } from "./trial-queries";

const { db } = testDatabase();

it("is what the session of a trial was, in the format to the letter", async () => {
  const context = await aContext(db);
  const { skill } = await aTaskSuite(context, someTasks(1));
  const { number } = await tryTasks(context, aTaskModel(helps));
  const { items } = await listTrials(context, { skill, number });
  for (const { id: trial, arm, outcome } of items) {
    const trajectory = await getTrialTrajectory(context, { skill, number, trial });
    expect(trajectorySchema.parse(trajectory)).toEqual(trajectory);
    expect(trajectory).toMatchObject({ trajectory_id: trial, extra: { arm, outcome, suite_run: number } });
    const said = trajectory.steps.filter(({ source }) => source === "agent").map(({ message }) => message);
    expect(said.at(-1)).toBe(arm === "without" ? "No idea." : "It is RIGHT.");
  }
  const trial = items.find(({ arm }) => arm === "found")?.id ?? "";
  const { steps } = await getTrialTrajectory(context, { skill, number, trial });
  const activates = steps.find((step) => step.source === "agent" && step.tool_calls);
  expect(activates?.observation?.results.map(({ content }) => content).join()).toContain("Blue ink, always.");
  const stranger = await aContext(db);
  await expect(getTrialTrajectory(stranger, { skill, number, trial })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await db.trial.updateMany({ where: { id: trial }, data: { events: [] } });
  await expect(getTrialTrajectory(context, { skill, number, trial })).rejects.toThrow("not kept any more");
});

it("is none of a trial that has not ended", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 1));
  const { open } = aScriptedModel(() => ({ text: "No." }));
  const { number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  const [first] = (await listTrials(context, { skill, number })).items;
  await expect(getTrialTrajectory(context, { skill, number, trial: first?.id ?? "" })).rejects.toMatchObject({
    code: "CONFLICT",
  });
});
