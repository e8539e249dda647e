import { describe, expect, it, vi } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { clearPackageCaches } from "@/lib/library/caches/package-caches";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { deleteUnusedBlobs } from "@/lib/library/writes/store-blobs";
import { RunTimer } from "@/lib/playground/run-timer";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, type Choose, someCases } from "@/lib/testing/proof/suite-runs";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { startSuiteRun } from "../commands/start-suite-run";
import type { OpenModel } from "../models/open-model";
import { getSuiteRunDetail } from "../queries";

const { db } = testDatabase();
const rightly: Choose = (query) => (query.includes("PDF") ? { call: "pdf-tools" } : { text: "A joke." });
const hourMs = 60 * 60 * 1000;

/** A run of a draft that nobody has published, and that has moved on since. */
async function aRunOfThePast() {
  const context = await aContext(db);
  const { skill, skillId } = await aSuite(context, someCases(2, 1));
  const write = (baseRevision: number, body: string) => {
    const text = skillText({
      name: skill,
      description: `Merges PDF files, as ${context.workspace.slug}.`,
      body,
    });
    return changeDraft(context, { skill, baseRevision, changes: [{ op: "write", path: "SKILL.md", text }] });
  };
  await write(1, "# Second\n");
  const { sha256 } = await db.draftFile.findFirstOrThrow({ where: { skillId, path: "SKILL.md" } });
  const scripted = aScriptedModel(rightly);
  const { id, number } = await startSuiteRun(context, { skill, repeats: 1 }, scripted.open);
  await write(2, "# Third\n");
  const carryOut = async (open: OpenModel = scripted.open) => {
    clearPackageCaches();
    const worker = aWorker(context, open);
    await worker.takeMore();
    await worker.settled();
    return getSuiteRunDetail(context, { skill, number });
  };
  return { ...scripted, context, skill, id, sha256, carryOut };
}

const sweep = () =>
  inTransaction({ db }, (context) => deleteUnusedBlobs(context, new Date(Date.now() + 2 * hourMs)));

it("tries the cases of the very bytes that it names, though the draft is saved while it starts", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(2, 1));
  const scripted = aScriptedModel(rightly);
  const saveOnce = async () => {
    const { revision } = await db.draft.findFirstOrThrow({
      where: { skill: { name: skill }, workspaceId: context.workspace.id },
    });
    if (revision > 1) return;
    const changes = [{ op: "write" as const, path: "evals/trigger-eval.json", text: "[]" }];
    await changeDraft(context, { skill, baseRevision: 1, changes });
  };
  const open: OpenModel = async (...asked) => {
    await saveOnce();
    return scripted.open(...asked);
  };
  const run = await startSuiteRun(context, { skill, repeats: 1 }, open);
  expect(run).toMatchObject({ source: { revision: 1 }, cases: 3 });
});

describe("the bytes of a draft that a run tries", () => {
  it("stay as long as the run goes on, and no longer", async () => {
    const { sha256, carryOut } = await aRunOfThePast();
    await sweep();
    expect(await carryOut()).toMatchObject({ state: "done", figures: [{ outcomes: { right: 3 } }] });
    expect(await db.blob.count({ where: { sha256 } })).toBe(1);
    await sweep();
    expect(await db.blob.count({ where: { sha256 } })).toBe(0);
  });

  it("end the run when they are gone: nobody is asked, and no trial counts", async () => {
    const { sha256, carryOut, asked } = await aRunOfThePast();
    await db.blob.deleteMany({ where: { sha256 } });
    expect(await carryOut()).toMatchObject({
      state: "failed",
      failure: expect.stringContaining("Files of pdf-tools, as this run tries it, are no longer kept"),
      progress: { done: 0, invalid: 0, queued: 3 },
    });
    expect(asked).toEqual([]);
  });

  it("end the run when its host does not offer them any more", async () => {
    const { id, carryOut, asked } = await aRunOfThePast();
    await db.$executeRaw`
      UPDATE "SuiteRun" SET offer = jsonb_set(offer::jsonb, '{dialects,0,skills}', '[]')::json WHERE id = ${id}::uuid`;
    expect(await carryOut()).toMatchObject({
      state: "failed",
      failure: expect.stringContaining("does not offer pdf-tools any more"),
      progress: { done: 0 },
    });
    expect(asked).toEqual([]);
  });
});

it("asks nobody when a skill that was offered is gone already", async () => {
  const { context, carryOut, asked } = await aRunOfThePast();
  await db.assignment.deleteMany({ where: { workspaceId: context.workspace.id } });
  await deleteSkill(context, { skill: "docx-tools", confirmName: "docx-tools" });
  expect(await carryOut()).toMatchObject({ failure: "docx-tools was deleted while the run went on." });
  expect(asked).toEqual([]);
});

it("leaves no timer behind where the model cannot be opened", async () => {
  const { carryOut } = await aRunOfThePast();
  const stop = vi.spyOn(RunTimer.prototype, "stop");
  const run = await carryOut(() => Promise.reject(new AppError("UNPROCESSABLE", "There is no such model.")));
  expect(run).toMatchObject({ state: "failed", failure: "There is no such model." });
  expect(stop).toHaveBeenCalled();
  stop.mockRestore();
});

it("ends a run with a limit when nobody says any more what its model costs", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(2, 0));
  const prices = { input: 1, output: 1, cachedInput: null };
  const { number } = await startSuiteRun(
    context,
    { skill, repeats: 1, capUsd: 5 },
    aScriptedModel(rightly, { prices }).open,
  );
  const unpriced = aScriptedModel(rightly, { prices: { ...prices, output: null } });
  const worker = aWorker(context, unpriced.open);
  await worker.takeMore();
  await worker.settled();
  expect(await getSuiteRunDetail(context, { skill, number })).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("Nobody says what Scripted costs"),
  });
  expect(unpriced.asked).toEqual([]);
});
