import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import { ModelError } from "@/lib/models/model-error";
import type { ModelMeter } from "@/lib/models/ports";
import type { SessionEvent } from "@/lib/runtime/events";
import { RunLostError } from "@/lib/sessions/adapters/run-log";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { aRunStarted, aSkillSession, type MemoryLog } from "@/lib/testing/sessions/skill-sessions";
import { executeRun, mostCallsPerStep } from "./execute-run";

const packages = {
  triage: { "SKILL.md": "---\nname: triage\ndescription: T.\n---\nDo it.", "references/a.md": "Alpha" },
};
const usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 3, text: 3, reasoning: undefined },
};
const text = (...pieces: string[]): LanguageModelV4StreamPart[] => [
  { type: "text-start", id: "t" },
  ...pieces.map((delta) => ({ type: "text-delta" as const, id: "t", delta })),
  { type: "text-end", id: "t" },
];
let calls = 0;
const toolCall = (toolName: string, input: string): LanguageModelV4StreamPart => ({
  type: "tool-call",
  toolCallId: `call-${++calls}`,
  toolName,
  input,
});
const finish = (unified: "stop" | "tool-calls" = "stop"): LanguageModelV4StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: undefined },
  usage,
});
const activate = () => toolCall("activate_skill", '{"name":"triage"}');

/** A model that says these things, one answer a step; the last one again and again. */
function scripted(...answers: LanguageModelV4StreamPart[][]): LanguageModelV4 {
  let step = 0;
  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: convertArrayToReadableStream(answers[Math.min(step++, answers.length - 1)] ?? []),
    }),
  });
}

async function run(
  model: LanguageModelV4,
  overrides: {
    message?: string;
    signal?: AbortSignal;
    log?: (log: MemoryLog) => void;
    provider?: boolean;
    meter?: ModelMeter;
  } = {},
) {
  const { session, log, setup } = aSkillSession(packages);
  const message = overrides.message ?? "Help";
  await log.append({ type: "run-started", payload: aRunStarted(message) });
  overrides.log?.(log);
  await executeRun({
    log,
    session,
    message,
    model,
    meter: overrides.meter ?? freeMeter,
    maxOutputTokens: null,
    runId: log.place.runId,
    countedByProvider: overrides.provider ?? false,
    countTokens: estimateTokens,
    sha256: setup.sha256,
    clock: () => performance.now(),
    signal: overrides.signal ?? new AbortController().signal,
  });
  return log;
}

const types = (log: MemoryLog) => log.events().map(({ type }) => type);
const ending = (log: MemoryLog) => {
  const last = log.events().at(-1);
  return last?.type === "run-finished" ? last.payload : null;
};
const written = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === "text" ? [event.payload.text] : [])).join("");

describe("executeRun", () => {
  it("commits each step before the answers to its calls, and those before the next step", async () => {
    const log = await run(
      scripted(
        [...text("Let me see."), activate(), activate(), finish("tool-calls")],
        [toolCall("read_skill_resource", '{"name":"triage","path":"../x"}'), finish("tool-calls")],
        [...text("Done."), finish()],
      ),
    );
    expect(types(log)).toEqual([
      "run-started",
      "catalogue-injected",
      "text",
      "model-step",
      "skill-activated",
      "skill-already-active",
      "model-step",
      "request-refused",
      "text",
      "model-step",
      "run-finished",
    ]);
    expect(ending(log)).toMatchObject({ outcome: "done", error: null, totals: { steps: 3 } });
  });

  it("sends the model exactly what the log says, catalogue and answers included", async () => {
    const model = scripted([activate(), finish("tool-calls")], [...text("Done."), finish()]);
    const log = await run(model, { message: "/triage EU" });
    const sent = model instanceof MockLanguageModelV4 ? model.doStreamCalls.at(-1)?.prompt : undefined;
    expect(sent?.[0]).toMatchObject({ role: "system" });
    expect(JSON.stringify(sent?.[0])).toContain("<available_skills>");
    expect(sent?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
    expect(sent?.[1]?.content).toMatchObject([
      { text: "/triage EU" },
      { text: expect.stringContaining("ARGUMENTS: EU") },
    ]);
    const answer = log.events().findLast(({ type }) => type === "skill-reactivated");
    expect(sent?.[3]?.content).toMatchObject([
      { output: { type: "text", value: answer?.type === "skill-reactivated" && answer.payload.result } },
    ]);
  });

  it("tells estimates from what a provider counted", async () => {
    const step = (log: MemoryLog) => log.events().find(({ type }) => type === "model-step")?.payload;
    const answer = scripted([...text("Yes."), finish()]);
    expect(step(await run(answer, { provider: true }))).toMatchObject({
      tokens: { input: 7, output: 3, cached: 2, source: "provider" },
    });
    expect(step(await run(answer))).toMatchObject({
      tokens: { output: 1, cached: null, source: "estimate" },
    });
  });

  it("keeps reasoning apart from text", async () => {
    const thinking: LanguageModelV4StreamPart[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm." },
      { type: "reasoning-end", id: "r" },
    ];
    const log = await run(scripted([...thinking, ...text("Yes."), finish()]));
    expect(written(log.events())).toBe("Yes.");
    expect(log.events().find(({ type }) => type === "model-step")?.payload).toMatchObject({
      response: {
        content: [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "Yes." },
        ],
      },
    });
  });

  it("ends as stopped, with the text that was there, when it is stopped", async () => {
    const stop = new AbortController();
    const model = new MockLanguageModelV4({
      doStream: async ({ abortSignal }) => ({
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start(controller) {
            for (const part of text("Half an ", "answer").slice(0, 3)) controller.enqueue(part);
            abortSignal?.addEventListener("abort", () => controller.error(abortSignal.reason));
            setTimeout(() => stop.abort(new DOMException("Stopped.", "AbortError")), 20);
          },
        }),
      }),
    });
    const log = await run(model, { signal: stop.signal });
    expect(ending(log)).toMatchObject({ outcome: "stopped", error: null });
    expect(written(log.events())).toBe("Half an answer");
    expect(log.endings).toBe(1);
  });

  it("asks the model nothing when it is stopped before the first step", async () => {
    const model = scripted([...text("No."), finish()]);
    const log = await run(model, { signal: AbortSignal.abort() });
    expect(ending(log)).toMatchObject({ outcome: "stopped" });
    expect(model instanceof MockLanguageModelV4 && model.doStreamCalls).toEqual([]);
  });

  it("ends as failed, with the text that was there, when the stream breaks", async () => {
    const broken: LanguageModelV4StreamPart[] = [
      ...text("Half").slice(0, 2),
      { type: "error", error: new Error("socket hang up at 10.0.0.7") },
    ];
    const log = await run(scripted(broken));
    expect(written(log.events())).toBe("Half");
    expect(ending(log)).toMatchObject({ outcome: "failed", error: { code: "INTERNAL" } });
    expect(JSON.stringify(ending(log))).not.toContain("10.0.0.7");
  });

  it("says what the model failed with, in its own words and under its own code", async () => {
    const model = new MockLanguageModelV4({
      doStream: async () => {
        throw new ModelError("WRONG_KEY", "The provider does not accept the key.");
      },
    });
    const log = await run(model);
    expect(ending(log)?.error).toEqual({
      code: "WRONG_KEY",
      message: "The provider does not accept the key.",
    });
  });

  it("asks the meter before each request, and keeps what it says of the cost", async () => {
    const asked: number[] = [];
    const meter: ModelMeter = {
      beforeStep: async ({ step }) => void asked.push(step),
      afterStep: async ({ input, output }) => input + output,
      exchange: () => null,
    };
    const log = await run(scripted([activate(), finish("tool-calls")], [...text("Done."), finish()]), {
      meter,
      provider: true,
    });
    expect([asked, ending(log)?.totals.cost]).toEqual([[1, 2], 20]);
  });

  it("sends nothing when the meter says that a limit is reached", async () => {
    const over = new ModelError("SPENDING_LIMIT", "Large has reached its limit.");
    const meter: ModelMeter = { ...freeMeter, beforeStep: () => Promise.reject(over) };
    const log = await run(scripted([...text("Never."), finish()]), { meter });
    expect(ending(log)).toMatchObject({ outcome: "failed", error: { code: "SPENDING_LIMIT" } });
    expect(types(log)).not.toContain("text");
  });

  it("tells of a request that is made again", async () => {
    const retry = { step: 1, attempt: 1, code: "RATE_LIMITED", message: "Wait.", waitMs: 10 };
    const meter: ModelMeter = { ...freeMeter, beforeStep: ({ onRetry }) => onRetry(retry) };
    const log = await run(scripted([...text("Done."), finish()]), { meter });
    expect(log.events().find(({ type }) => type === "model-retried")?.payload).toEqual(retry);
    expect(ending(log)?.outcome).toBe("done");
  });

  it("counts what had come before a stream broke", async () => {
    const counted: number[] = [];
    const meter: ModelMeter = {
      ...freeMeter,
      afterStep: async ({ output }) => {
        counted.push(output);
        return null;
      },
    };
    const broken: LanguageModelV4StreamPart[] = [
      ...text("Half of an answer").slice(0, 2),
      { type: "error", error: new ModelError("STREAM_CUT", "It broke.") },
    ];
    const log = await run(scripted(broken), { meter });
    expect(ending(log)?.error?.code).toBe("STREAM_CUT");
    expect(written(log.events())).toBe("Half of an answer");
    expect(counted).toEqual([estimateTokens("Half of an answer")]);
  });

  it("answers every call, but only so many at once", async () => {
    const many = Array.from({ length: mostCallsPerStep + 3 }, activate);
    const log = await run(scripted([...many, finish("tool-calls")], [...text("Done."), finish()]));
    const refused = log
      .events()
      .filter((event) => event.type === "request-refused" && event.payload.rule === "too-many-calls");
    expect(refused).toHaveLength(3);
    expect(ending(log)?.outcome).toBe("done");
  });

  it.each([
    ["run_shell", '{"command":"rm -rf /"}', "unknown-tool"],
    ["activate_skill", "{not json", "invalid-arguments"],
    ["activate_skill", '{"name":{"a":1}}', "invalid-arguments"],
    ["activate_skill", '"triage"', "invalid-arguments"],
  ])("contains a hostile call to %s with %s", async (tool, input, rule) => {
    const log = await run(
      scripted([toolCall(tool, input), finish("tool-calls")], [...text("Done."), finish()]),
    );
    expect(log.events().find(({ type }) => type === "request-refused")?.payload).toMatchObject({ rule });
    expect(ending(log)?.outcome).toBe("done");
  });

  it("writes nothing more when the run was taken away", async () => {
    const log = await run(scripted([...text("Late."), finish()]), {
      log: (own) => {
        own.append = async () => {
          throw new RunLostError("gone");
        };
      },
    });
    expect(log.endings).toBe(0);
  });
});
