import { describe, expect, it } from "vitest";
import { deleteWorkspace } from "@/lib/auth/commands/delete-workspace";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { deleteSuiteRun } from "../commands/delete-suite-run";
import { deleteTrialsOfRemoved } from "../commands/delete-trials-of-removed";
import { retainTrials } from "../commands/retain-trials";
import { startSuiteRun } from "../commands/start-suite-run";
import { getSuiteRun, getSuiteRunDetail, listSuiteRuns } from "../queries";
import { getTrial, listTrials } from "../trials/trial-queries";

const { db } = testDatabase();
const { open } = aScriptedModel(() => ({ call: "pdf-tools" }));
const gone = { code: "NOT_FOUND" };
const trialsOf = (workspaceId: string) => db.trial.count({ where: { workspaceId } });

describe("a run that is deleted", () => {
  it("is gone with its trials, and stays counted among the runs of its bytes", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const { id, digest } = await tryOut(context, skill, { open });
    await tryOut(context, skill, { open });
    await deleteSuiteRun(context, { skill, number: 1 });
    await expect(getSuiteRun(context, { skill, number: 1 })).rejects.toMatchObject(gone);
    await expect(listTrials(context, { skill, number: 1 })).rejects.toMatchObject(gone);
    await expect(startSuiteRun(context, { skill, repeatOf: 1 }, open)).rejects.toMatchObject(gone);
    expect(await db.trial.count({ where: { suiteRunId: id } })).toBe(0);
    const { items } = await listSuiteRuns(context, { skill });
    expect(items.map(({ number, runsOfDigest }) => [number, runsOfDigest])).toEqual([[2, 2]]);
    expect((await startSuiteRun(context, { skill }, open)).number).toBe(3);
    const [row] = await db.audit.findMany({
      where: { workspaceId: context.workspace.id, action: "suite-run.deleted" },
    });
    expect(row).toMatchObject({ objectId: id, objectName: `${skill}, run 1`, detail: { number: 1, digest } });
  });

  it("gives its number to no other, also where it was the newest", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    await tryOut(context, skill, { open });
    await deleteSuiteRun(context, { skill, number: 1 });
    expect((await startSuiteRun(context, { skill }, open)).number).toBe(2);
  });

  it("has to have ended", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    await startSuiteRun(context, { skill }, open);
    await expect(deleteSuiteRun(context, { skill, number: 1 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: `Run 1 of ${skill} goes on. Stop it first.`,
    });
  });

  it("is not there for another workspace, nor twice, and is not for authors", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill } = await aSuite(context, someCases(1, 0));
    await tryOut(context, skill, { open });
    const asked = { skill, number: 1 };
    await expect(deleteSuiteRun(other, asked)).rejects.toMatchObject(gone);
    const author = await aColleague(context, "author");
    await expect(deleteSuiteRun(author, asked)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const both = await Promise.allSettled([deleteSuiteRun(context, asked), deleteSuiteRun(context, asked)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const rows = await db.audit.count({
      where: { workspaceId: context.workspace.id, action: "suite-run.deleted" },
    });
    expect(rows).toBe(1);
  });

  it("loses what was left of it when its server ended in the middle", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 0));
    const { id } = await tryOut(context, skill, { open });
    await db.suiteRun.update({ where: { id }, data: { removedAt: new Date() } });
    expect(await deleteTrialsOfRemoved({ db })).toBe(2);
    expect(await deleteTrialsOfRemoved({ db })).toBe(0);
  });
});

describe("sessions of trials", () => {
  it("go by their age; outcomes and figures stay", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const { number, figures, calls } = await tryOut(context, skill, { open });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await retainTrials({ db }, inDays(89))).toBe(0);
    expect(await retainTrials({ db }, inDays(91))).toBeGreaterThanOrEqual(3);
    const { items } = await listTrials(context, { skill, number });
    const trial = await getTrial(context, { skill, number, trial: items[0]?.id ?? "" });
    expect(trial).toMatchObject({ outcome: "right", events: [] });
    expect(await getSuiteRunDetail(context, { skill, number })).toMatchObject({ figures, calls });
  });
});

/** As many ended trials as 20 large runs have, without a session each: what counts here is how many rows go. */
async function withManyTrials(suiteRunId: string, workspaceId: string, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Trial" (id, "suiteRunId", "workspaceId", position, dialect, "caseId", repeat, state, outcome, "endedAt",
      events)
    SELECT gen_random_uuid(), ${suiteRunId}::uuid, ${workspaceId}::uuid, 1000 + at, 'standard', 'case', at, 'done',
      'right', now(), '[]'::json
    FROM generate_series(1, ${count}::int) AS at`;
}

describe("a skill with many trials", () => {
  it("is deleted in pieces, and its runs with it", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    const { id } = await tryOut(context, skill, { open });
    await withManyTrials(id, context.workspace.id, 2_500);
    await expect(deleteSkill(context, { skill, confirmName: skill })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await trialsOf(context.workspace.id)).toBe(2_501);
    await db.assignment.deleteMany({ where: { workspaceId: context.workspace.id } });
    await deleteSkill(context, { skill, confirmName: skill });
    expect(await trialsOf(context.workspace.id)).toBe(0);
    expect(await db.suiteRun.count({ where: { id } })).toBe(0);
  });

  it("goes with its workspace", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    const { id } = await tryOut(context, skill, { open });
    await withManyTrials(id, context.workspace.id, 1_500);
    await deleteWorkspace(context, { confirmName: context.workspace.name });
    expect(await trialsOf(context.workspace.id)).toBe(0);
    expect(await db.keptAnswer.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });
});
