import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, type Choose, someCases } from "@/lib/testing/suite-runs";
import { startSuiteRun } from "./commands/start-suite-run";
import { getSuiteRunDetail } from "./queries";

const { db } = testDatabase();
const never: Choose = () => ({ text: "No." });

describe("what a run has come to before its end", () => {
  it("is no broken measurement, however few have ended: the word is said of all of it", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(12, 0));
    const { open } = aScriptedModel(never);
    const { number, id } = await startSuiteRun(context, { skill, repeats: 1 }, open);
    const first = await db.trial.findFirstOrThrow({ where: { suiteRunId: id, position: 1 } });
    await db.trial.update({ where: { id: first.id }, data: { state: "done", outcome: "missed" } });
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
