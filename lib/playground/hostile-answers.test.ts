import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import { ModelError } from "@/lib/models/model-error";
import type { ModelMeter } from "@/lib/models/ports";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { executeRun } from "./execute-run";
import { judgeRun } from "./judge-run";

const packages = { triage: { "SKILL.md": "---\nname: triage\ndescription: T.\n---\nDo it." } };
const text = (delta: string): LanguageModelV4StreamPart[] => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta },
  { type: "text-end", id: "t" },
];
type Unified = Extract<LanguageModelV4StreamPart, { type: "finish" }>["finishReason"]["unified"];
const finish = (unified: Unified, total = 1, raw?: string): LanguageModelV4StreamPart => ({
  type: "finish",
  finishReason: { unified, raw },
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

const thought: LanguageModelV4StreamPart[] = [
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "Half of a thought" },
  { type: "reasoning-end", id: "r" },
];
const begunCall: LanguageModelV4StreamPart[] = [
  { type: "tool-input-start", id: "1", toolName: "activate_skill" },
  { type: "tool-input-delta", id: "1", delta: '{"name":"tri' },
];

describe("a rehearsal that expects a skill not to be activated", () => {
  it.each<[string, LanguageModelV4StreamPart[], string]>([
    ["says nothing", [finish("stop", 1, "end_turn")], "empty"],
    ["says spaces", [...text(" \n "), finish("stop")], "empty"],
    ["only thinks", [...thought, finish("stop", 1, "end_turn")], "empty"],
    ["refuses", [finish("content-filter", 1, "refusal")], "refused"],
    ["refuses in words", [...text("I cannot help."), finish("content-filter", 1, "stop")], "refused"],
    ["is cut off", [...text("It is SEV"), finish("length", 7, "max_tokens")], "cut"],
    ["is cut off while it thinks", [...thought, finish("length", 7, "max_tokens")], "cut"],
    ["stops in its stream", [...text("It is SEV")], "unfinished"],
    [
      "ends by an error of its own",
      [...text("It"), finish("error", 1, "MALFORMED_FUNCTION_CALL")],
      "unfinished",
    ],
    ["begins a call and never ends it", [...text("I look."), ...begunCall, finish("stop")], "unfinished"],
    ["speaks of calls and makes none", [...text("I look."), finish("tool-calls")], "unfinished"],
    ["is cut off in a call", [...begunCall, finish("length", 7, "max_tokens")], "cut"],
  ])("does not pass when the model %s", async (_, answer, kind) => {
    const events = await runOf([answer]);
    expect(events.at(-1)).toMatchObject({
      type: "run-finished",
      payload: { outcome: "done", answer: { kind } },
    });
    for (const expected of [{ notActivated: ["triage"] }, {}, null]) {
      const judged = judgeRun(events, expected, new Date());
      expect(judged).toMatchObject({ passed: false, finish: { kind } });
      expect(judged.expectations.find(({ kind }) => kind === "finish")?.message).toBe(judged.finish?.message);
    }
  });

  it("does not pass when the stream holds nothing at all, or breaks", async () => {
    const broken: LanguageModelV4StreamPart[] = [
      ...text("It is"),
      { type: "error", error: new ModelError("STREAM_CUT", "It broke.") },
    ];
    for (const answer of [[], broken])
      expect(judgeRun(await runOf([answer]), { notActivated: ["triage"] }, new Date())).toMatchObject({
        outcome: "failed",
        passed: false,
        finish: null,
      });
  });

  it("passes when the model answers", async () => {
    const events = await runOf([[...text("Done."), finish("stop", 1, "end_turn")]]);
    const judged = judgeRun(events, { notActivated: ["triage"] }, new Date());
    expect(judged).toMatchObject({
      passed: true,
      finish: { kind: "answered", reason: "stop", providerReason: "end_turn" },
      tokens: { source: "provider" },
    });
  });

  it("tells what the provider says about its refusal", async () => {
    const stopDetails = { type: "refusal", category: "cyber", explanation: "It asks for malware." };
    const refusal = {
      ...finish("content-filter", 1, "refusal"),
      providerMetadata: { anthropic: { stopDetails } },
    };
    const { finish: end } = judgeRun(await runOf([[refusal]]), null, new Date());
    expect(end?.message).toContain("The provider says: category cyber, It asks for malware.");
  });
});
