import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTaskModel, aTaskSuite, helps, someTasks, tryTasks } from "@/lib/testing/proof/effect-runs";
import { aScriptedModel, aSuite, type Choose, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { countedQueries } from "@/lib/testing/rows/counted-queries";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { estimateSuiteRun } from "./estimate-suite-run";

const { db } = testDatabase();
const prices = { input: 3, output: 15, cachedInput: null };
const finds: Choose = (query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." });
const { open } = aScriptedModel(finds, { prices });

const own = "Merges and splits PDF files.";
const save = (context: Context, baseRevision: number, { description = own, body = "# PDF\n" }) =>
  changeDraft(context, {
    skill: "pdf-tools",
    baseRevision,
    changes: [{ op: "write", path: "SKILL.md", text: skillText({ name: "pdf-tools", description, body }) }],
  });

describe("what an estimate says of kept answers", () => {
  it("is that nothing is known before the first run, and the price is of everything", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const { kept, calls, usd } = await estimateSuiteRun(context, { skill, repeats: 2 }, open);
    expect(kept).toEqual({ trials: 0, looked: 6, calls, usd });
  });

  it("counts every trial whose first request was answered before, and prices the rest", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    await tryOut(context, skill, { open, repeats: 2 });
    const { kept, trials, usd } = await estimateSuiteRun(context, { skill, repeats: 2 }, open);
    // What was answered in words is done; after a call of a tool one more request may come.
    expect([trials, kept]).toEqual([
      6,
      { trials: 6, looked: 6, calls: { low: 0, high: 4 }, usd: { low: 0, high: expect.any(Number) } },
    ]);
    expect(kept?.usd?.high).toBeLessThan(usd?.high ?? 0);
    const more = await estimateSuiteRun(context, { skill, repeats: 5 }, open);
    expect(more.kept).toMatchObject({ trials: 6, looked: 15, calls: { low: 9 } });
  });

  it("goes by the bytes: all of it after an edit of the body, nothing after one of the description", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    await tryOut(context, skill, { open, repeats: 1 });
    await save(context, 1, { body: "# Other words\n" });
    const body = await estimateSuiteRun(context, { skill, repeats: 1 }, open);
    expect(body.kept).toMatchObject({ trials: 3, looked: 3 });
    const again = await tryOut(context, skill, { open, repeats: 1 });
    expect(again.calls).toEqual({ asked: 0, kept: 3 });
    await save(context, 2, { description: "Handles PDF files." });
    const description = await estimateSuiteRun(context, { skill, repeats: 1 }, open);
    expect(description.kept).toMatchObject({ trials: 0, looked: 3 });
  });

  it("is told of what goes without it and of what finds it: an edit of the body leaves both", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(2));
    const model = aTaskModel(helps, { prices });
    await tryTasks(context, model, { repeats: 1 });
    const asked = { skill, suite: "effect" as const, repeats: 1 };
    const same = await estimateSuiteRun(context, asked, model.open);
    expect([same.trials, same.kept]).toMatchObject([6, { trials: 4, looked: 4 }]);
    await save(context, 1, { body: "# Blue ink\n" });
    const edited = await estimateSuiteRun(context, asked, model.open);
    expect(edited.kept).toMatchObject({ trials: 4, looked: 4 });
  });

  it("is nothing for a run that asks anew, for another model, and without a live one", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    await tryOut(context, skill, { open, repeats: 1 });
    expect((await estimateSuiteRun(context, { skill, repeatOf: 1 }, open)).kept).toBeNull();
    const elsewhere: typeof open = async (...asked) => ({ ...(await open(...asked)), address: "elsewhere" });
    const other = await estimateSuiteRun(context, { skill, repeats: 1 }, elsewhere);
    expect(other.kept).toMatchObject({ trials: 0, looked: 1 });
    expect((await estimateSuiteRun(context, { skill, repeats: 1 })).kept).toBeNull();
  });

  it("belongs to its workspace, and to no run that keeps what it asks for itself", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    for (const one of [context, other]) await aSuite(one, someCases(1, 0));
    const skill = "pdf-tools";
    await tryOut(context, skill, { open, repeats: 1 });
    expect((await estimateSuiteRun(other, { skill, repeats: 1 }, open)).kept).toMatchObject({ trials: 0 });
    const { id } = await db.suiteRun.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    const row = await db.keptAnswer.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    await db.keptAnswer.deleteMany({ where: { workspaceId: context.workspace.id } });
    await db.keptAnswer.create({ data: { ...row, parts: row.parts ?? [], onlyRunId: id } });
    expect((await estimateSuiteRun(context, { skill, repeats: 1 }, open)).kept).toMatchObject({ trials: 0 });
  });

  it("looks at 200 first requests at most, and asks the database as often for many as for few", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(300, 0));
    const few = await aContext(db);
    await aSuite(few, someCases(2, 0));
    const asked = async (of: Context) => {
      const counted = countedQueries(db);
      const { kept } = await estimateSuiteRun({ ...of, db: counted.db }, { skill, repeats: 3 }, open);
      return { looked: kept?.looked, asked: counted.asked() };
    };
    // What skills are is held in memory from the first time on.
    await asked(few);
    await asked(context);
    const small = await asked(few);
    expect(await asked(context)).toEqual({ looked: 600, asked: small.asked });
    expect(small.looked).toBe(6);
  });
});
