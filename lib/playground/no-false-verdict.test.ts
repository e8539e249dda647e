import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import { ModelError, type ModelErrorCode } from "@/lib/models/model-error";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { executeRun } from "./execute-run";
import type { Expectations } from "./expectation-schema";
import { judgeRun } from "./judge-run";

const packages = {
  triage: { "SKILL.md": "---\nname: triage\ndescription: T.\n---\nDo it." },
  notes: { "SKILL.md": "---\nname: notes\ndescription: N.\n---\nWrite it." },
};
const none = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: undefined };
const finish = (unified: "stop" | "tool-calls"): LanguageModelV4StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: undefined },
  usage: { inputTokens: none, outputTokens: { total: 1, text: 1, reasoning: undefined } },
});
const calls = (...made: [toolName: string, input: object][]): LanguageModelV4StreamPart[] => [
  ...made.map(([toolName, input], at) => ({
    type: "tool-call" as const,
    toolCallId: `c${at}`,
    toolName,
    input: JSON.stringify(input),
  })),
  finish("tool-calls"),
];
const says = (delta: string): LanguageModelV4StreamPart[] => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta },
  { type: "text-end", id: "t" },
  finish("stop"),
];
const activate = (name: string) => calls(["activate_skill", { name }]);
const fails = (code: ModelErrorCode): LanguageModelV4StreamPart[] => [
  { type: "error", error: new ModelError(code, "It did not answer.") },
];

/** What a run came to whose model gives these answers, one a step. */
async function judged(
  answers: LanguageModelV4StreamPart[][],
  expected: Expectations,
  { message = "Help", stop = false }: { message?: string; stop?: boolean } = {},
) {
  const { session, log, setup } = aSkillSession(packages);
  await log.append({ type: "run-started", payload: aRunStarted(message) });
  const left = [...answers];
  await executeRun({
    log,
    session,
    message,
    model: new MockLanguageModelV4({
      doStream: async () => ({ stream: convertArrayToReadableStream(left.shift() ?? []) }),
    }),
    meter: freeMeter,
    maxOutputTokens: null,
    runId: log.place.runId,
    countedByProvider: true,
    countTokens: estimateTokens,
    sha256: setup.sha256,
    clock: () => performance.now(),
    signal: stop ? AbortSignal.abort() : new AbortController().signal,
  });
  return { ...judgeRun(log.events(), expected, new Date()), log };
}

describe("whether a skill is found", () => {
  it("is not decided by the first call of another tool", async () => {
    const { passed, activations } = await judged(
      [calls(["web_search", { query: "sev2" }], ["bash", {}]), activate("triage"), says("Done.")],
      { activations: ["triage"] },
    );
    expect({ passed, activations }).toEqual({ passed: true, activations: ["triage"] });
  });

  it("is not decided by the first skill that is", async () => {
    const answers = [activate("notes"), activate("triage"), says("Done.")];
    expect(await judged(answers, { activations: ["triage"] })).toMatchObject({
      passed: true,
      activations: ["notes", "triage"],
    });
    expect((await judged(answers, { notActivated: ["triage"] })).passed).toBe(false);
  });

  it.each<[string, LanguageModelV4StreamPart[][]]>([
    ["an outage at once", [fails("MODEL_OVERLOADED")]],
    ["a time limit", [fails("MODEL_TIMEOUT")]],
    ["a rate limit after other calls", [calls(["bash", {}]), fails("RATE_LIMITED")]],
    ["a spending limit", [fails("SPENDING_LIMIT")]],
    ["a broken stream", [[...says("It is").slice(0, 2), ...fails("STREAM_CUT")]]],
  ])("is not known after %s, which is no “not activated”", async (_, answers) => {
    const { passed, outcome, error, expectations } = await judged(answers, { notActivated: ["triage"] });
    expect({ passed, outcome }).toEqual({ passed: false, outcome: "failed" });
    expect(expectations.find(({ passed }) => !passed)).toMatchObject({
      kind: "outcome",
      message: error?.message,
    });
  });

  it("is not known of a run that somebody stopped", async () => {
    expect(await judged([says("Done.")], { notActivated: ["triage"] }, { stop: true })).toMatchObject({
      passed: false,
      outcome: "stopped",
    });
  });

  it("counts a name that the person wrote, whatever the model then does", async () => {
    const asked = { message: "/triage checkout is down" };
    expect(await judged([says("It is SEV2.")], { activations: ["triage"] }, asked)).toMatchObject({
      passed: true,
      activations: ["triage"],
    });
    expect(
      (await judged([activate("triage"), says("Done.")], { activations: ["triage"] }, asked)).passed,
    ).toBe(true);
    expect((await judged([says("Done.")], { notActivated: ["triage"] }, asked)).passed).toBe(false);
  });

  it("is looked at with the skill in the catalogue, also where it is to stay out", async () => {
    const expected: Expectations = { notActivated: ["triage"] };
    const quiet = await judged([says("Done.")], expected);
    const told = quiet.log.events().find(({ type }) => type === "catalogue-injected");
    expect(JSON.stringify(told?.payload)).toContain("triage");
    expect(quiet.passed).toBe(true);
    expect((await judged([activate("triage"), says("Done.")], expected)).passed).toBe(false);
  });
});
