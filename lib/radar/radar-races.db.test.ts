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
  radarSetup,
  untilRadarEnds,
} from "@/lib/testing/proof/radar-runs";
import { advanceRadarRuns } from "./commands/advance-radar-run";
import { startRadarRun } from "./commands/start-radar-run";
import type { RadarSetup } from "./commands/start-radar-step";
import { stopRadarRun } from "./commands/stop-radar-run";

allowLocalServers();
const { db } = testDatabase();

async function begun() {
  const context = await aContext(db);
  for (const name of ["ink-rules", "pen-rules"]) await aPlantedSkill(context, { name, tasks: 2 });
  await anAgentWithPlanted(context, ["ink-rules", "pen-rules"]);
  await aPlantedModel(context, "New", {});
  const { number } = await startRadarRun(context, { model: "New", repeats: 1 });
  return { context, number };
}

const stepsOf = ({ workspace }: Context) =>
  db.radarStep.findMany({ where: { workspaceId: workspace.id }, orderBy: { position: "asc" } });
const suiteRunsOf = ({ workspace }: Context) =>
  db.suiteRun.findMany({ where: { workspaceId: workspace.id }, orderBy: { number: "asc" } });

/** A server that does this between planning a run of a suite and starting it. */
const serverThat = (context: Context, does: () => Promise<unknown>): RadarSetup => ({
  ...radarSetup(context),
  openModel: async (...asked) => {
    await does();
    return openModel(...asked);
  },
});

describe("a radar run that is stopped while a run of it starts", () => {
  it("stops that run too, where what it came to is written already", async () => {
    const { context, number } = await begun();
    const server = serverThat(context, async () => {
      await stopRadarRun(context, { number });
      // As if its lease were over.
      await db.radarRun.updateMany({
        where: { workspaceId: context.workspace.id },
        data: { leaseUntil: null },
      });
      await untilRadarEnds(context, number);
    });
    await advanceRadarRuns(server);
    const [run, ...more] = await suiteRunsOf(context);
    expect(run).toMatchObject({ state: "stopped", failure: "Its radar run was stopped." });
    expect(more).toEqual([]);
    expect((await stepsOf(context)).map(({ state }) => state)).toEqual(["not-reached", "not-reached"]);
  });

  it("stops and counts one that a killed server began and did not note", async () => {
    const { context, number } = await begun();
    const [step] = await stepsOf(context);
    const skill = await db.skill.findUniqueOrThrow({ where: { id: step?.skillId ?? "" } });
    const asked = { skill: skill.name, suite: "effect", model: "New", repeats: 1 } as const;
    const started = await startSuiteRun(context, { ...asked, requestKey: `radar ${step?.id}` });
    const other = await startSuiteRun(context, { ...asked, requestKey: "somebody else's" });
    await stopRadarRun(context, { number });
    expect((await suiteRunsOf(context)).map(({ id, state }) => [id, state])).toEqual([
      [started.id, "stopped"],
      [other.id, "queued"],
    ]);
    await db.suiteRun.updateMany({ where: { id: other.id }, data: { state: "stopped" } });
    await untilRadarEnds(context, number);
    expect((await stepsOf(context)).map(({ state, suiteRunId }) => [state, suiteRunId])).toEqual([
      ["done", started.id],
      ["not-reached", null],
    ]);
  });
});

it("of a server that was slow leaves the lease of the next one alone", async () => {
  const { context, number } = await begun();
  const where = { workspaceId_number: { workspaceId: context.workspace.id, number } };
  const leaseUntil = new Date(Date.now() + 3_600_000);
  await advanceRadarRuns(serverThat(context, () => db.radarRun.update({ where, data: { leaseUntil } })));
  expect(await db.radarRun.findUnique({ where })).toMatchObject({ leaseUntil });
  await stopRadarRun(context, { number });
});

it("rests a while where it breaks for a reason that nobody knows", async () => {
  const { context, number } = await begun();
  let tries = 0;
  const server = serverThat(context, async () => {
    tries += 1;
    throw new Error("A bug.");
  });
  for (const _ of [1, 2]) await advanceRadarRuns(server);
  expect(tries).toBe(1);
  await stopRadarRun(context, { number });
});
