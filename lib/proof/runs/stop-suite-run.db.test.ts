import { describe, expect, it } from "vitest";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { stopSuiteRun } from "../commands/stop-suite-run";

const { db } = testDatabase();
const { open } = aScriptedModel(() => ({ text: "No." }));

const rowsOf = (workspaceId: string) =>
  db.audit.findMany({
    where: { workspaceId, action: { startsWith: "suite-run." } },
    orderBy: { id: "asc" },
  });

describe("a stop", () => {
  it("is for who started the run, and for who may edit the skill", async () => {
    const context = await aContext(db);
    const { skill, skillId } = await aSuite(context);
    const [starter, other, author, admin, maintainer] = [
      await aColleague(context, "viewer"),
      await aColleague(context, "viewer"),
      await aColleague(context, "author"),
      await aColleague(context, "admin"),
      await aColleague(context, "viewer"),
    ];
    await db.skillMaintainer.create({
      data: {
        workspaceId: context.workspace.id,
        skillId,
        userId: maintainer.actor.userId,
        addedById: context.actor.userId,
        addedAt: new Date(),
      },
    });
    for (const who of [starter, author, admin, maintainer]) {
      const { number } = await startSuiteRun(starter, { skill }, open);
      await expect(stopSuiteRun(other, { skill, number })).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect(await stopSuiteRun(who, { skill, number })).toMatchObject({
        state: "stopped",
        failure: `${who.actor.name} stopped it.`,
      });
    }
  });

  it("stands in the trail as the start does, once each, and not where nothing was stopped", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const start = () => startSuiteRun(context, { skill, capUsd: 2, repeats: 2, requestKey: "once" }, open);
    const { id, number, digest } = await start();
    await start();
    await stopSuiteRun(context, { skill, number });
    await stopSuiteRun(context, { skill, number });
    const object = { objectType: "suite-run", objectId: id, objectName: "pdf-tools, run 1" };
    const actorId = context.actor.userId;
    expect(await rowsOf(context.workspace.id)).toMatchObject([
      {
        ...object,
        actorId,
        action: "suite-run.started",
        detail: { number: 1, digest, model: "Scripted", trials: 6, capUsd: 2 },
      },
      { ...object, actorId, action: "suite-run.stopped", detail: { number: 1 } },
    ]);
  });

  it("of a start that is refused leaves no row", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, []);
    await expect(startSuiteRun(context, { skill }, open)).rejects.toThrow();
    expect(await rowsOf(context.workspace.id)).toEqual([]);
  });
});
