import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { RecordingModel } from "./adapters/recording-model";
import { type Execution, executeRun, mostSteps, mostToolInputBytes } from "./execute-run";

const unknown = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const finish: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: undefined },
  usage: { inputTokens: unknown, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
};
const words: LanguageModelV4StreamPart[] = [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "Half of it" },
];

async function run(model: Execution["model"], overrides: Partial<Execution> = {}) {
  const { session, log, setup } = aSkillSession({ triage: { "SKILL.md": "---\nname: triage\n---\nBody" } });
  await log.append({ type: "run-started", payload: aRunStarted("Help") });
  await executeRun({
    log,
    session,
    message: "Help",
    model,
    meter: freeMeter,
    maxOutputTokens: null,
    runId: log.place.runId,
    countedByProvider: false,
    countTokens: estimateTokens,
    sha256: setup.sha256,
    clock: () => performance.now(),
    signal: new AbortController().signal,
    ...overrides,
  });
  const end = log.events().at(-1);
  return { log, end: end?.type === "run-finished" ? end.payload : null };
}

describe("a run's limits", () => {
  it("ends a run whose time is up, says so, and keeps what was written", async () => {
    const time = new AbortController();
    const model = new MockLanguageModelV4({
      doStream: async ({ abortSignal }) => ({
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start(controller) {
            for (const part of words) controller.enqueue(part);
            abortSignal?.addEventListener("abort", () => controller.error(abortSignal.reason));
            setTimeout(() => time.abort(new DOMException("up", "TimeoutError")), 20);
          },
        }),
      }),
    });
    const { end, log } = await run(model, {
      signal: time.signal,
      time: { signal: time.signal, limitMs: 600_000 },
    });
    expect(end).toMatchObject({
      outcome: "failed",
      error: {
        code: "TIME_LIMIT",
        message: "The run took longer than 600 seconds. What it had written is kept.",
      },
    });
    expect(log.events().some(({ type }) => type === "text")).toBe(true);
  });

  it("stops a model that never stops asking", async () => {
    const model = new MockLanguageModelV4({
      doStream: async () => ({
        stream: convertArrayToReadableStream<LanguageModelV4StreamPart>([
          {
            type: "tool-call",
            toolCallId: crypto.randomUUID(),
            toolName: "activate_skill",
            input: '{"name":"triage"}',
          },
          { ...finish, finishReason: { unified: "tool-calls", raw: undefined } },
        ]),
      }),
    });
    const { end } = await run(model);
    expect(end).toMatchObject({
      outcome: "failed",
      error: { code: "STEP_LIMIT" },
      totals: { steps: mostSteps },
    });
  });

  it("ends a run whose calls carry too much together", async () => {
    const input = JSON.stringify({ name: "x".repeat(mostToolInputBytes / 4) });
    const model = new MockLanguageModelV4({
      doStream: async () => ({
        stream: convertArrayToReadableStream<LanguageModelV4StreamPart>([
          { type: "tool-call", toolCallId: crypto.randomUUID(), toolName: "activate_skill", input },
          { ...finish, finishReason: { unified: "tool-calls", raw: undefined } },
        ]),
      }),
    });
    const { end, log } = await run(model);
    expect(end).toMatchObject({ outcome: "failed", error: { code: "TOOL_INPUT_LIMIT" } });
    expect(log.events().filter(({ type }) => type === "request-refused")).toHaveLength(3);
    // What nobody answers is not carried along in every later prompt and every load of the log.
    const kept = log.events().reduce((sum, event) => sum + JSON.stringify(event).length, 0);
    expect(kept).toBeLessThan(mostToolInputBytes * 2);
    expect(JSON.stringify(log.events().findLast(({ type }) => type === "model-step"))).toContain("omitted");
  });
});

describe("a recording that is played", () => {
  const answer = (parts: LanguageModelV4StreamPart[]) => ({
    step: 1,
    parts: parts.map((part, index) => ({ afterMs: index, part })),
  });

  it("plays each part in its order, at its pace or at once", async () => {
    for (const fast of [true, false]) {
      const model = new RecordingModel([answer([...words, { type: "text-end", id: "t" }, finish])], fast);
      const { end, log } = await run(model, { recordedRequests: new Map([[1, "another"]]) });
      expect(end?.outcome).toBe("done");
      const step = log.events().find(({ type }) => type === "model-step");
      expect(step?.payload).toMatchObject({ replay: { sameRequest: false } });
    }
  });

  it("says so when it breaks off, and when more is asked than was recorded", async () => {
    const broken = await run(new RecordingModel([answer(words)], true));
    expect(broken.end?.error?.message).toContain("breaks off here");
    const none = await run(new RecordingModel([], true));
    expect(none.end?.error?.message).toContain("ends after 0 steps");
    await expect(new RecordingModel([], true).doGenerate()).rejects.toThrow("as a stream");
  });
});
