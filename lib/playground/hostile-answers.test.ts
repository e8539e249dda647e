import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import { ModelError } from "@/lib/models/model-error";
import type { ModelMeter } from "@/lib/models/ports";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { aRunStarted, aSkillSession } from "@/lib/testing/skill-sessions";
import { executeRun } from "./execute-run";

const packages = { triage: { "SKILL.md": "---\nname: triage\ndescription: T.\n---\nDo it." } };
const text = (delta: string): LanguageModelV4StreamPart[] => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta },
  { type: "text-end", id: "t" },
];
const finish = (unified: "stop" | "tool-calls", total = 1): LanguageModelV4StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total, noCache: total, cacheRead: total, cacheWrite: undefined },
    outputTokens: { total, text: total, reasoning: undefined },
  },
});

/** A run of a model that gives these answers, one a step, and says what it counted. */
async function runOf(answers: LanguageModelV4StreamPart[][], meter: ModelMeter = freeMeter) {
  const { session, log, setup } = aSkillSession(packages);
  await log.append({ type: "run-started", payload: aRunStarted("Help") });
  const left = [...answers];
  await executeRun({
    log,
    session,
    message: "Help",
    model: new MockLanguageModelV4({
      doStream: async () => ({ stream: convertArrayToReadableStream(left.shift() ?? []) }),
    }),
    meter,
    maxOutputTokens: null,
    runId: log.place.runId,
    countedByProvider: true,
    countTokens: estimateTokens,
    sha256: setup.sha256,
    clock: () => performance.now(),
    signal: new AbortController().signal,
  });
  return log.events();
}

describe("an answer that no provider should give", () => {
  it("gives a call a name of its own when the model's cannot be kept or answered by", async () => {
    const named = (toolCallId: string): LanguageModelV4StreamPart => ({
      type: "tool-call",
      toolCallId,
      toolName: "activate_skill",
      input: '{"name":"triage"}',
    });
    const events = await runOf([
      [named("x".repeat(5_000)), named("a\u0000b"), named("good"), finish("tool-calls")],
      [...text("Done."), finish("stop")],
    ]);
    const ids = events.flatMap(({ payload }) => ("call" in payload && payload.call ? [payload.call.id] : []));
    expect(ids).toEqual(["call_1_0", "call_1_1", "good"]);
    expect(events.at(-1)).toMatchObject({ type: "run-finished", payload: { outcome: "done" } });
  });

  it("is paid for when it is reasoning alone", async () => {
    const counted: number[] = [];
    const meter: ModelMeter = { ...freeMeter, afterStep: async ({ output }) => counted.push(output) };
    const broken: LanguageModelV4StreamPart[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Half of a thought" },
      { type: "error", error: new ModelError("STREAM_CUT", "It broke.") },
    ];
    await runOf([broken], meter);
    expect(counted).toEqual([estimateTokens("Half of a thought")]);
  });

  it.each([
    [-7, 0],
    [1.5, 2],
    [1e15, 2_147_483_647],
  ])("counts %d tokens as %d, which can be kept", async (total, counted) => {
    const events = await runOf([[...text("Done."), finish("stop", total)]]);
    expect(events.find(({ type }) => type === "model-step")?.payload).toMatchObject({
      tokens: { input: counted, output: counted, cached: counted, source: "provider" },
    });
  });
});
