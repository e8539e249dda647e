import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { getAgent } from "@/lib/agents/queries";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { setLabel } from "@/lib/library/commands/set-label";
import { previewOn, runOn, saveFile, told, undoAll } from "@/lib/testing/batches";
import { begun } from "@/lib/testing/begun";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { runBatch } from "./commands/run-batch";

const { db } = testDatabase();

type Held<T> = { first: string; run: () => Promise<T>; meanwhile: () => unknown };

/** Runs `meanwhile` while what publishes waits for the draft of the first skill. */
async function whileFirstIsHeld<T>(context: Context, { first, run, meanwhile }: Held<T>): Promise<T> {
  const holder = await begun(
    db,
    (tx) => tx.$queryRaw`
      SELECT 1 AS held FROM "Draft" d JOIN "Skill" s ON s.id = d."skillId"
      WHERE s."workspaceId" = ${context.workspace.id}::uuid AND s.name = ${first} FOR UPDATE OF d`,
  );
  const running = run();
  await holder.end(async () => meanwhile());
  return running;
}

async function someSkills(context: Context, names: readonly string[]): Promise<void> {
  for (const name of names) await aPackage(context, { name });
}

describe("somebody else meanwhile", () => {
  it("deletes or publishes one of them: its item says so, the others go on", async () => {
    const context = await aContext(db);
    await someSkills(context, ["a", "b", "c", "d"]);
    const report = await whileFirstIsHeld(context, {
      first: "a",
      run: () => runOn(context, ["a", "b", "c", "d"], { kind: "publish" }),
      meanwhile: async () => {
        await deleteSkill(context, { skill: "b", confirmName: "b" });
        await runOn(context, ["c"], { kind: "publish" });
      },
    });
    expect(told(report)).toEqual([
      "a: done, Publishes version 1",
      "b: refused, There is no skill “b” in this workspace.",
      "c: unchanged, Nothing has changed since version 1",
      "d: done, Publishes version 1",
    ]);
  });

  it("publishes the same ones: each gets one version", async () => {
    const context = await aContext(db);
    const names = ["a", "b", "c", "d", "e"];
    await someSkills(context, names);
    const reports = await Promise.all([
      runOn(context, names, { kind: "publish" }),
      runOn(context, names.toReversed(), { kind: "publish" }),
    ]);
    const done = reports.flatMap(({ items }) => items).filter(({ outcome }) => outcome === "done");
    expect(done).toHaveLength(names.length);
    expect(await db.version.count({ where: { workspaceId: context.workspace.id } })).toBe(names.length);
  });

  it("saves a draft that was seen before: it is not published unseen", async () => {
    const context = await aContext(db);
    await someSkills(context, ["a", "b"]);
    const preview = await previewOn(context, ["a", "b"], { kind: "publish" });
    const seen = Object.fromEntries(preview.items.map(({ skill }) => [skill.name, skill.revision ?? 0]));
    await saveFile(context, "a", { path: "notes.md", text: "Later.\n" });
    const act = { kind: "publish" } as const;
    const { items } = await runBatch(context, { skills: { names: ["a", "b"], seen }, act });
    expect(items[0]?.problem).toMatchObject({
      code: "CONFLICT",
      details: { reason: "draft-changed", revision: 2 },
    });
    expect(items[1]?.outcome).toBe("done");
  });

  it("moves a label after a batch did: taking it back leaves it there", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "a", publishNote: "First" });
    const report = await runOn(context, ["a"], { kind: "label", label: "staging", version: 1 });
    await saveFile(context, "a", { path: "notes.md", text: "More.\n" });
    await runOn(context, ["a"], { kind: "publish" });
    await setLabel(context, { skill: "a", label: "staging", version: 2, expectedVersion: 1 });
    const undone = await undoAll(context, report);
    expect(undone.items[0]?.problem?.details).toEqual({
      reason: "label-moved",
      label: "staging",
      version: 2,
    });
  });

  it("gives an agent other skills: both are there, and who saw the old list is told", async () => {
    const context = await aContext(db);
    await someSkills(context, ["a", "b", "c"]);
    const { id } = await createAgent(context, { name: "Desk" });
    await Promise.all(
      ["a", "b", "c"].map((name) => runOn(context, [name], { kind: "assign", agents: [id] })),
    );
    const { revision, assignments } = await getAgent(context, { agent: "desk" });
    expect(assignments.map(({ skill }) => skill).sort()).toEqual(["a", "b", "c"]);
    expect(revision).toBe(4);
    const late = setAssignments(context, { agent: "desk", baseRevision: 1, items: [] });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("deletes an agent before it is taken back: nothing is changed for that skill", async () => {
    const context = await aContext(db);
    await someSkills(context, ["a"]);
    const desk = await createAgent(context, { name: "Desk" });
    const shop = await createAgent(context, { name: "Shop" });
    const report = await runOn(context, ["a"], { kind: "assign", agents: [desk.id, shop.id] });
    await deleteAgent(context, { agent: "desk", confirmName: "Desk" });
    expect((await undoAll(context, report)).items[0]?.problem?.code).toBe("NOT_FOUND");
    expect((await getAgent(context, { agent: "shop" })).assignments).toHaveLength(1);
  });

  it("takes the asker's role or seat away after they came in: nothing is done", async () => {
    const owner = await aContext(db);
    const reviewer = await aColleague(owner, "reviewer");
    await someSkills(owner, ["a", "b"]);
    const where = {
      workspaceId_userId: { workspaceId: owner.workspace.id, userId: reviewer.actor.userId },
    };
    const codes = async () =>
      (await runOn(reviewer, ["a", "b"], { kind: "publish" })).items.map(({ problem }) => problem?.code);
    await db.member.update({ where, data: { role: "viewer" } });
    expect(await codes()).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    await db.member.delete({ where });
    expect(await codes()).toEqual(["NOT_FOUND", "NOT_FOUND"]);
    expect(await db.version.count({ where: { workspaceId: owner.workspace.id } })).toBe(0);
  });
});

describe("what cannot go on", () => {
  it("ends between two skills when nobody waits for the answer any more", async () => {
    const context = await aContext(db);
    await someSkills(context, ["a", "b"]);
    const leaving = new AbortController();
    const report = await whileFirstIsHeld(context, {
      first: "a",
      run: () =>
        runBatch(context, {
          skills: { names: ["a", "b"] },
          act: { kind: "publish" },
          signal: leaving.signal,
        }),
      meanwhile: () => leaving.abort(),
    });
    expect(report.items.map(({ skill, outcome }) => `${skill.name} ${outcome}`)).toEqual(["a done"]);
    expect(await db.version.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });

  it("is not tried on the rest when the asker was signed out", async () => {
    const context = await aContext(db);
    await someSkills(context, ["a", "b"]);
    const ended = { ...context, actor: { ...context.actor, sessionId: crypto.randomUUID() } };
    const { items } = await runOn(ended, ["a", "b"], { kind: "publish" });
    expect(items.map(({ problem }) => problem)).toEqual([
      { code: "UNAUTHENTICATED", message: "You were signed out meanwhile. Sign in first." },
      { code: "UNAUTHENTICATED", message: "Not tried. You were signed out meanwhile. Sign in first." },
    ]);
  });
});
