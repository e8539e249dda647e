import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, someCases } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { stopSuiteRun } from "../commands/stop-suite-run";
import { waitForSuiteRun } from "./wait-for-suite-run";

const { db } = testDatabase();
const { open } = aScriptedModel(() => ({ text: "No." }));
const longer = { seconds: 60, signal: new AbortController().signal };

async function aRun() {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 1));
  const { number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  return { context, skill, number };
}

describe("waiting for the end of a suite's run", () => {
  it("ends when the run does, by itself or by somebody", async () => {
    const done = await aRun();
    const ended = waitForSuiteRun(done.context, { ...done, ...longer });
    const worker = aWorker(done.context, open);
    await worker.takeMore();
    await worker.settled();
    expect(await ended).toMatchObject({ number: done.number, state: "done" });
    const stopped = await aRun();
    const waiting = waitForSuiteRun(stopped.context, { ...stopped, ...longer });
    await stopSuiteRun(stopped.context, stopped);
    expect(await waiting).toMatchObject({ state: "stopped" });
    expect(await waitForSuiteRun(stopped.context, { ...stopped, ...longer })).toMatchObject({
      state: "stopped",
    });
  });

  it("ends as the run is when the time is up, and when the server stops or nobody listens any more", async () => {
    const run = await aRun();
    expect(await waitForSuiteRun(run.context, { ...run, ...longer, seconds: 0 })).toMatchObject({
      state: "queued",
    });
    const stopping = new AbortController();
    const waiting = waitForSuiteRun(run.context, { ...run, ...longer, signal: stopping.signal });
    stopping.abort();
    expect(await waiting).toMatchObject({ state: "queued" });
  });

  it("knows no run of another workspace", async () => {
    const { skill, number } = await aRun();
    const stranger = await aContext(db);
    await expect(waitForSuiteRun(stranger, { skill, number, ...longer })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
