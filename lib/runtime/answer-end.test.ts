import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { answerOfRun, readAnswerEnd } from "./answer-end";
import type { PayloadOf } from "./events";

type Response = PayloadOf<"model-step">["response"];
const said = (text: string, tokens = 3) => ({ type: "text" as const, text, tokens });
const thought = { type: "reasoning" as const, text: "Hm.", tokens: 2 };
const called = { type: "tool-call" as const, id: "1", toolName: "bash", input: {}, tokens: 4 };

function ended(response: Partial<Response>, source: "provider" | "estimate" = "provider") {
  const log = new SessionLog();
  log.add("run-started");
  log.add("model-step", {
    response: { content: [said("Done.")], finishReason: "stop", ...response },
    tokens: { input: 10, output: 1_024, cached: null, source },
  });
  return readAnswerEnd(log.events);
}

describe("readAnswerEnd", () => {
  it.each<[string, string, string | undefined, string]>([
    ["a plain end", "stop", undefined, "answered"],
    ["Anthropic's end", "stop", "end_turn", "answered"],
    ["Anthropic's refusal", "content-filter", "refusal", "refused"],
    ["Anthropic's limit", "length", "max_tokens", "cut"],
    ["Anthropic's full window", "length", "model_context_window_exceeded", "cut"],
    ["Anthropic's pause, which the SDK takes for an end", "stop", "pause_turn", "unfinished"],
    ["OpenAI's filter", "content-filter", "content_filter", "refused"],
    ["OpenAI's refusal beside a plain stop", "content-filter", "stop", "refused"],
    ["OpenAI's limit", "length", "length", "cut"],
    ["Gemini's end", "stop", "STOP", "answered"],
    ["Gemini's SAFETY", "content-filter", "SAFETY", "refused"],
    ["Gemini's blocked prompt", "content-filter", "PROHIBITED_CONTENT", "refused"],
    ["a block that the SDK does not know", "other", "IMAGE_PROHIBITED_CONTENT", "refused"],
    ["Gemini's MAX_TOKENS", "length", "MAX_TOKENS", "cut"],
    ["Gemini's broken call", "error", "MALFORMED_FUNCTION_CALL", "unfinished"],
    ["Gemini's OTHER", "other", "OTHER", "unfinished"],
    ["a compatible server's own end", "other", "eos_token", "answered"],
    ["a compatible server's own filter", "other", "sensitive", "refused"],
    ["a compatible server without room", "other", "insufficient_system_resource", "unfinished"],
    ["a word that nobody knows", "other", "because", "unfinished"],
    ["no word at all", "other", undefined, "unfinished"],
    ["a broken stream", "interrupted", undefined, "unfinished"],
    ["an older log without an end", "unknown", undefined, "unfinished"],
    ["calls that never came", "tool-calls", "tool_calls", "unfinished"],
    ["a live host's own word", "end_turn", undefined, "answered"],
    ["a live host's refusal", "refusal", undefined, "refused"],
    ["a live host that says nothing", "", undefined, "unfinished"],
  ])("tells of %s", (_, finishReason, providerReason, kind) => {
    const end = ended({ finishReason, ...(providerReason === undefined ? {} : { providerReason }) });
    expect(end).toMatchObject({ kind, reason: finishReason, providerReason: providerReason ?? null });
  });

  it.each<[string, Response["content"]]>([
    ["without a word", []],
    ["of spaces", [said(" \n\t")]],
    ["of reasoning alone", [thought]],
  ])("calls an answer %s empty", (_, content) => {
    expect(ended({ content })).toMatchObject({ kind: "empty", message: expect.stringContaining("empty") });
  });

  it("takes text whose words are not kept for an answer", () => {
    expect(ended({ content: [said("", 40)] })?.kind).toBe("answered");
    expect(ended({ content: [said("", 0)] })?.kind).toBe("empty");
  });

  it("says where an answer was cut off, and whether that is an estimate", () => {
    expect(ended({ finishReason: "length", providerReason: "max_tokens" })?.message).toBe(
      "The answer was cut off at 1,024 tokens (“max_tokens”).",
    );
    expect(ended({ finishReason: "length" }, "estimate")?.message).toBe(
      "The answer was cut off at about 1,024 tokens (“length”).",
    );
  });

  it("gives what the provider says about its refusal", () => {
    const finishDetail = "The provider says: category cyber.";
    expect(ended({ finishReason: "content-filter", providerReason: "refusal", finishDetail })?.message).toBe(
      "The model refused, or its provider stopped the answer (“refusal”). The provider says: category cyber.",
    );
  });

  it("does not take a step whose calls nobody answered for an answer", () => {
    expect(ended({ content: [said("I look."), called], finishReason: "tool-calls" })).toMatchObject({
      kind: "unfinished",
      message: "The run ended at a call of the model's that was not answered.",
    });
  });

  it("looks at the last step alone", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-step", { response: { content: [said("Let me see."), called], finishReason: "length" } });
    log.add("model-step", { step: 2, response: { content: [], finishReason: "stop" } });
    expect(readAnswerEnd(log.events)?.kind).toBe("empty");
    log.add("model-step", { step: 3, response: { content: [said("It is SEV2.")], finishReason: "stop" } });
    expect(readAnswerEnd(log.events)?.kind).toBe("answered");
  });
});

describe("answerOfRun", () => {
  it("is silent of a run that goes on, that ended otherwise, or in which no model was asked", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-step");
    expect(answerOfRun(log.events)).toBeNull();
    log.add("run-finished", { outcome: "stopped" });
    expect(answerOfRun(log.events)).toBeNull();
    const elsewhere = new SessionLog();
    elsewhere.add("run-started");
    elsewhere.add("run-finished");
    expect(answerOfRun(elsewhere.events)).toBeNull();
  });
});
