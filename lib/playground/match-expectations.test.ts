import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import type { Expectations } from "./expectation-schema";
import { judgeRun } from "./judge-run";

const now = new Date("2026-11-21T15:00:00.000Z");
const call = (id: string, toolName: string, input: unknown) => ({
  type: "tool-call" as const,
  tokens: 5,
  id,
  toolName,
  input,
});
const priced = { cost: 0.25, totals: 0.25 };

type Facts = {
  cost?: number | null;
  kind?: "live" | "rules" | "recording";
  router?: number | null;
  text?: string;
};

/** Two calls in a first step, the second refused; an answer in the second step. */
function aRun({ cost = null, kind = "live", router, text = "Incident SEV2: page Ada." }: Facts = {}) {
  const log = new SessionLog();
  log.add("run-started", { model: { id: "m", name: "Large", kind, windowTokens: 1_000 } });
  if (router !== undefined)
    log.add("skills-routed", {
      usage: { model: "Small", input: 90, output: 10, durationMs: 5, cost: router },
    });
  log.add("model-step", {
    response: {
      content: [call("1", "page", { who: "Ada Lovelace", level: 2 }), call("2", "close", {})],
      finishReason: "tool-calls",
    },
    cost,
  });
  log.add("request-refused", { call: { id: "2", toolName: "close", input: {}, step: 1 } });
  log.add("text", { step: 2, text });
  log.add("model-step", {
    step: 2,
    response: { content: [{ type: "text", text, tokens: 5 }], finishReason: "stop" },
    cost,
  });
  log.add("run-finished", {
    totals: {
      steps: 2,
      inputTokens: 1_000,
      outputTokens: 50,
      cachedTokens: null,
      tokensSaved: 0,
      durationMs: 1_500,
      cost,
    },
  });
  return log.events;
}

/** The result of the one thing that is expected. */
const resultOf = (expected: Expectations, facts: Facts = {}) => {
  const { expectations } = judgeRun(aRun(facts), expected, now);
  return expectations.find(({ kind }) => kind !== "outcome" && kind !== "finish");
};

describe("an expectation", () => {
  it.each<[Expectations, boolean, string]>([
    [{ outputMatches: ["SEV[12]"] }, true, "The answer matches it."],
    [{ outputMatches: ["(?i)^incident"] }, true, "The answer matches it."],
    [{ outputMatches: ["SEV[34]"] }, false, "The answer does not match it."],
    [{ toolsCalled: [{ name: "page" }] }, true, "page was called."],
    [
      { toolsCalled: [{ name: "page", inputEquals: { level: 2, who: "Ada Lovelace" } }] },
      true,
      "page was called.",
    ],
    [{ toolsCalled: [{ name: "page", inputContains: { who: "ada" } }] }, true, "page was called."],
    [{ toolsCalled: [{ name: "page", inputContains: "lovelace" }] }, true, "page was called."],
    [
      { toolsCalled: [{ name: "page", inputEquals: { who: "Ada" } }] },
      false,
      'page was called 1 time, never with that; the last input was {"who":"Ada Lovelace","level":2}.',
    ],
    [{ toolsCalled: [{ name: "close" }] }, false, "close was called, and each call was refused."],
    [{ toolsCalled: [{ name: "open" }] }, false, "Called: page, close."],
    [{ toolsNotCalled: ["open"] }, true, "open was not called."],
    [{ toolsNotCalled: ["close"] }, false, "close was called 1 time."],
    [{ tokensAtMost: 1_050 }, true, "It took 1,050 tokens: 1,000 in and 50 out, estimated."],
    [{ tokensAtMost: 1_049 }, false, "It took 1,050 tokens: 1,000 in and 50 out, estimated."],
    [{ durationAtMostMs: 1_500 }, true, "It took 1,500 ms."],
    [{ durationAtMostMs: 1_499 }, false, "It took 1,500 ms."],
  ])("%j holds: %s", (expected, passed, message) => {
    expect(resultOf(expected)).toMatchObject({ passed, message });
  });

  it("of the cost fails when the cost is not known, and says why", () => {
    const told = (facts: Facts) => resultOf({ costAtMost: 1_000 }, facts);
    expect(told({})).toMatchObject({
      passed: false,
      message: expect.stringContaining("Large has no prices"),
    });
    expect(told({ kind: "rules" })).toMatchObject({
      passed: false,
      message: expect.stringContaining("no price"),
    });
    expect(told({ kind: "recording" })).toMatchObject({
      passed: false,
      message: expect.stringContaining("asks no model"),
    });
    expect(told({ ...priced, router: null })).toMatchObject({
      passed: false,
      message: expect.stringContaining("the model that routes has no prices"),
    });
  });

  it("counts what the router took", () => {
    expect(resultOf({ costAtMost: 0.25 }, priced)).toMatchObject({ passed: true });
    expect(resultOf({ costAtMost: 0.25 }, { ...priced, router: 0.01 })).toMatchObject({
      passed: false,
      message: "It cost $0.260000.",
    });
    expect(resultOf({ tokensAtMost: 1_149 }, { ...priced, router: 0 })).toMatchObject({
      passed: false,
      message: "It took 1,150 tokens: 1,000 in and 50 out, 100 of the router, estimated.",
    });
  });

  it("of a pattern is looked at in bounded time and size", () => {
    const startedAt = performance.now();
    const outputMatches = Array.from({ length: 20 }, (_, at) => `(a|aa)+(a*)*${at}$`);
    const judged = judgeRun(aRun({ text: "a".repeat(400_000) }), { outputMatches }, now);
    expect(judged.passed).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(judged.expectations.at(-1)?.message).toContain("could take too long");
    expect(resultOf({ outputMatches: ["a"] }, { text: "a".repeat(500_001) })).toMatchObject({
      passed: false,
      message: "The answer has 500,001 characters; patterns are matched in at most 500,000.",
    });
  });
});
