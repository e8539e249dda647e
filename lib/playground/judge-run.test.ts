import { describe, expect, it } from "vitest";
import type { PayloadOf } from "@/lib/runtime/events";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { judgeRun } from "./judge-run";

const now = new Date("2026-11-21T15:00:00.000Z");
const { name } = aSkillRef();
type Response = PayloadOf<"model-step">["response"];

function aRun(response: Partial<Response> = {}) {
  const log = new SessionLog();
  log.add("run-started");
  log.add("skill-already-active");
  log.add("resource-read");
  log.add("resource-read");
  const content: Response["content"] = [{ type: "text", text: "It is SEV2.", tokens: 5 }];
  if (response.content === undefined) log.add("text", { text: "It is SEV2." });
  log.add("model-step", { response: { content, finishReason: "stop", ...response } });
  return log;
}

describe("judgeRun", () => {
  it("counts a skill that was active already, and a file once however often it was read", () => {
    const log = aRun();
    log.add("run-finished");
    const judged = judgeRun(log.events, { activations: [name], outputIncludes: ["sev2"] }, now);
    expect(judged).toMatchObject({ outcome: "done", activations: [name], passed: true, text: "It is SEV2." });
    expect(judged.reads).toHaveLength(1);
    expect(judged.finish).toMatchObject({ kind: "answered", reason: "stop", providerReason: null });
  });

  it.each([
    ["rules", true],
    ["recording", true],
    ["live", false],
  ] as const)("says who answered, and whether that was a model: %s", (kind, scripted) => {
    const log = new SessionLog();
    log.add("run-started", { model: { id: "m-1", name: "Sonnet", kind, windowTokens: 200_000 } });
    expect(judgeRun(log.events, null, now)).toMatchObject({ model: { id: "m-1", name: "Sonnet" }, scripted });
    expect(judgeRun([], null, now)).toMatchObject({ model: null, scripted: false });
  });

  it("fails a run that did not end by itself, whatever it did", () => {
    const log = aRun();
    log.add("run-finished", { outcome: "failed", error: { code: "STEP_LIMIT", message: "Too many steps." } });
    for (const expected of [{ activations: [name] }, {}, null, { finish: "refused" as const }]) {
      const judged = judgeRun(log.events, expected, now);
      expect(judged.passed).toBe(false);
      expect(judged.finish).toBeNull();
      expect(judged.expectations.filter(({ passed }) => !passed)).toEqual([
        { kind: "outcome", expected: "done", passed: false, message: "Too many steps." },
      ]);
    }
  });

  it.each<[string, Partial<Response>, string]>([
    ["an empty answer", { content: [] }, "The answer is empty"],
    ["a refusal", { finishReason: "content-filter", providerReason: "refusal" }, "The model refused"],
    [
      "an answer that was cut",
      { finishReason: "length", providerReason: "max_tokens" },
      "cut off at about 20 tokens",
    ],
    ["an answer without an end", { finishReason: "interrupted" }, "unfinished"],
  ])("never passes %s, whatever else holds and whether anything was expected", (_, response, why) => {
    const log = aRun(response);
    log.add("run-finished");
    const words = response.content?.length === 0 ? {} : { outputIncludes: ["SEV2"] };
    const holding = { activations: [name], finish: "answered" as const, ...words };
    for (const expected of [holding, { notActivated: ["other"] }, {}, null]) {
      const judged = judgeRun(log.events, expected, now);
      expect(judged.passed).toBe(false);
      expect(judged.expectations.filter(({ passed }) => !passed)).toEqual([
        { kind: "finish", expected: "answered", passed: false, message: expect.stringContaining(why) },
      ]);
    }
  });

  it("passes a refusal where a refusal is what was expected, and an answer then no more", () => {
    const refused = aRun({ finishReason: "content-filter", providerReason: "refusal" });
    refused.add("run-finished");
    expect(judgeRun(refused.events, { finish: "refused" }, now).passed).toBe(true);
    const answered = aRun();
    answered.add("run-finished");
    expect(judgeRun(answered.events, { finish: "refused" }, now).passed).toBe(false);
    expect(judgeRun(answered.events, { finish: "answered" }, now).passed).toBe(true);
  });

  it("does not pass a run in which no model was asked", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("run-finished");
    expect(judgeRun(log.events, { notActivated: [name] }, now).passed).toBe(false);
  });

  it("says what happened instead of what was expected", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("request-refused");
    log.add("model-step", {
      response: { content: [{ type: "text", text: "No.", tokens: 1 }], finishReason: "stop" },
    });
    log.add("run-finished");
    const { expectations, refusals } = judgeRun(
      log.events,
      { activations: ["a"], reads: [{ skill: "a", path: "b.md" }], notActivated: ["a"] },
      now,
    );
    expect(expectations.map(({ message }) => message)).toEqual([
      "The run ended by itself.",
      "The model ended its answer by itself.",
      "None was activated.",
      "a was not activated.",
      "Nothing was read.",
    ]);
    expect(refusals).toMatchObject([{ rule: "outside-package" }]);
  });

  it("neither passes nor fails before its end, and with an answer of which nothing was expected", () => {
    expect(judgeRun(aRun().events, { activations: [name] }, now)).toMatchObject({
      outcome: "running",
      passed: null,
      finish: null,
    });
    const log = aRun();
    log.add("run-finished");
    for (const nothing of [null, {}, { activations: [] }])
      expect(judgeRun(log.events, nothing, now)).toMatchObject({ passed: null, expectations: [] });
  });

  it("says who counted the tokens", () => {
    const log = aRun();
    expect(judgeRun(log.events, null, now).tokens.source).toBe("estimate");
    log.add("model-step", { step: 2, tokens: { input: 1, output: 1, cached: null, source: "provider" } });
    expect(judgeRun(log.events, null, now).tokens.source).toBe("mixed");
    expect(judgeRun([], null, now).tokens.source).toBeNull();
  });
});
