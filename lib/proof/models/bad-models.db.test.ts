import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import {
  aScriptedModel,
  aSuite,
  aWorker,
  endsWith,
  says,
  someCases,
  tryOut,
} from "@/lib/testing/proof/suite-runs";
import type { Reply } from "@/lib/testing/servers/model-server";
import { startSuiteRun } from "../commands/start-suite-run";
import { getSuiteRunDetail } from "../queries";
import { getTrial, listTrials } from "../trials/trial-queries";
import { openModel } from "./open-model";

allowLocalServers();
const { db } = testDatabase();

/** A suite tried with a real connection to a provider that goes wrong in one way, every time. */
async function triedWith(replies: readonly Reply[], cases = someCases(1, 1)) {
  const context = await aContext(db);
  const { skill } = await aSuite(context, cases);
  const { id: model, server } = await aModel(context, { replies, timeoutSeconds: 1 });
  const before = server.requests.length;
  const run = await tryOut(context, skill, { open: openModel, model });
  return { context, skill, run, requests: server.requests.length - before };
}

/** None of it is a "no": no figure has it, and nobody says that nothing fired. */
const notMeasured = {
  measured: 0,
  recall: null,
  precision: null,
  nothingFired: false,
  verdict: { word: "invalid" },
};

describe("a model that goes wrong throughout", () => {
  it("never answers: every trial is invalid, in words, after its time", async () => {
    const { run } = await triedWith([{ kind: "break", text: [], how: "silence" }]);
    expect(run).toMatchObject({ state: "done", progress: { done: 0, invalid: 2 } });
    expect(run.figures[0]).toMatchObject({ ...notMeasured, outcomes: { invalid: 2, missed: 0, right: 0 } });
    expect(run.figures[0]?.invalid).toMatchObject([
      { reason: "provider-error", trials: 2, message: expect.stringContaining("for 1 s") },
    ]);
  });

  it("answers garbage: every trial is invalid, in words", async () => {
    const { run } = await triedWith([{ kind: "break", text: ["Well, "], how: "garbage" }]);
    expect(run.figures[0]).toMatchObject({ ...notMeasured, outcomes: { invalid: 2 } });
    expect(run.figures[0]?.invalid).toMatchObject([{ reason: "provider-error", trials: 2 }]);
    expect(run.figures[0]?.invalid[0]?.message).not.toBe("");
  });

  it("is rate-limited: each trial asks again as often as may be, not sooner than it was told, and is invalid", async () => {
    const waitMs = 150;
    const startedAt = performance.now();
    const { context, skill, run, requests } = await triedWith([
      {
        kind: "refuse",
        status: 429,
        headers: { "retry-after-ms": String(waitMs) },
        body: { error: { message: "Slow down.", type: "rate_limit_error" } },
      },
    ]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * waitMs);
    expect(requests).toBe(2 * 3);
    expect(run.figures[0]).toMatchObject({ ...notMeasured, outcomes: { invalid: 2 } });
    expect(run.figures[0]?.invalid).toMatchObject([{ reason: "provider-error", trials: 2 }]);
    expect(run.costUsd ?? 0).toBe(0);
    const { items } = await listTrials(context, { skill, number: run.number });
    const { events } = await getTrial(context, { skill, number: run.number, trial: items[0]?.id ?? "" });
    expect(events.filter(({ type }) => type === "model-retried")).toHaveLength(2);
  });
});

describe("a model that calls ten tools at once", () => {
  const call = (toolName: string, input: object, at: number) => ({
    type: "tool-call" as const,
    toolCallId: `call-${at}`,
    toolName,
    input: JSON.stringify(input),
  });
  const ten = (last: string) => [
    ...Array.from({ length: 9 }, (_, at) => call(`no_such_tool_${at}`, { at }, at)),
    call("activate_skill", { name: last }, 9),
    endsWith("tool-calls"),
  ];

  it("has each answered, and is judged by what it activated among them", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aSuite(context, someCases(2, 0));
    const { open } = aScriptedModel((query) => ({ parts: ten(query.endsWith("1") ? skill : sibling) }));
    const run = await tryOut(context, skill, { open });
    expect(run.figures[0]?.outcomes).toMatchObject({ right: 1, stolen: 1, invalid: 0 });
  });

  it("of which none is a skill's, and never a word: it is broken off, and invalid", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    let asked = 0;
    const { open } = aScriptedModel(() => {
      asked += 1;
      return { parts: [...says(""), endsWith("stop")] };
    });
    const run = await tryOut(context, skill, { open });
    expect(asked).toBe(1);
    expect(run.figures[0]).toMatchObject({
      ...notMeasured,
      invalid: [{ reason: "empty-answer", trials: 1 }],
    });
  });
});

describe("a model that changes its name in mid-run", () => {
  const named = (modelId: string, delta: string) => ({
    parts: [{ type: "response-metadata" as const, modelId }, ...says(delta), endsWith("stop")],
  });

  it("is told with the run, under each name once", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(0, 4));
    const { open } = aScriptedModel((query) => named(query.endsWith("4") ? "large-b" : "large-a", "A joke."));
    const { number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
    const worker = aWorker(context, open);
    await worker.takeMore();
    await worker.settled();
    const { answeredAs, state } = await getSuiteRunDetail(context, { skill, number });
    expect([state, answeredAs.toSorted()]).toEqual(["done", ["large-a", "large-b"]]);
  });

  it("cannot fill the run with names", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(0, 12));
    const { open } = aScriptedModel((query) => named(`\u0000${query}${"x".repeat(500)}`, "A joke."));
    const { answeredAs } = await tryOut(context, skill, { open });
    expect(answeredAs).toHaveLength(10);
    expect(answeredAs.every((name) => name.length <= 200 && !name.includes("\u0000"))).toBe(true);
  });
});
