import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, type Choose, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { getSuiteRunDetail } from "../queries";

const { db } = testDatabase();
const never: Choose = () => ({ text: "No." });

describe("what a run has come to before its end", () => {
  it("is no broken measurement, however few have ended: the word is said of all of it", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(12, 0));
    const { open } = aScriptedModel(never);
    const { number, id } = await startSuiteRun(context, { skill, repeats: 1 }, open);
    const first = await db.trial.findFirstOrThrow({ where: { suiteRunId: id, position: 1 } });
    await db.trial.update({
      where: { id: first.id },
      data: { state: "done", outcome: "missed", endedAt: new Date() },
    });
    const goingOn = await getSuiteRunDetail(context, { skill, number });
    expect(goingOn.figures[0]).toMatchObject({
      measured: 1,
      outcomes: { missed: 1 },
      nothingFired: false,
      verdict: { word: "no-baseline" },
    });
    await db.suiteRun.update({ where: { id }, data: { state: "stopped", endedAt: new Date() } });
    const ended = await getSuiteRunDetail(context, { skill, number });
    expect(ended.figures[0]).toMatchObject({ nothingFired: true, verdict: { word: "invalid" } });
  });
});

describe("a run that is repeated in several hosts", () => {
  it("counts each case once, however many hosts it flips in: hosts are no more cases", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(4, 0));
    const dialects = ["standard", "codex"];
    const always: Choose = () => ({ call: skill });
    const run = await tryOut(context, skill, { open: aScriptedModel(always).open, dialects });
    const without4: Choose = (query) => (query.endsWith("4") ? { text: "No." } : { call: skill });
    const { open } = aScriptedModel(without4);
    const { aa } = await tryOut(context, skill, { open, repeatOf: run.number });
    expect(aa).toMatchObject({ compared: 4, flipped: 1, share: { count: 1, of: 4 } });
    expect(aa?.cases.map(({ dialect }) => dialect)).toEqual(dialects);
  });
});
