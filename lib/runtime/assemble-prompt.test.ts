import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { assemblePrompt, promptFingerprint, unansweredCall } from "./assemble-prompt";
import type { EventOf, ToolCall } from "./events";
import { promptSchema } from "./prompt";

const call = (id: string, toolName = "activate_skill"): ToolCall => ({
  id,
  toolName,
  input: { name: "a" },
  step: 1,
});
const asked = (id: string) => ({
  type: "tool-call" as const,
  id,
  toolName: "activate_skill",
  input: { name: "a" },
  tokens: 8,
});
const said = (text: string) => ({ type: "text" as const, text, tokens: 5 });
const response = (...content: EventOf<"model-step">["payload"]["response"]["content"]) => ({
  response: { content, finishReason: "stop" },
});
const shape = (log: SessionLog) =>
  assemblePrompt(log.events).messages.map(({ role, parts }) => [
    role,
    ...parts.map((part) => (part.type === "tool-call" ? `call ${part.id}` : part.text)),
  ]);

describe("assemblePrompt", () => {
  it("is empty for an empty log", () => {
    expect(assemblePrompt([])).toEqual({ system: "", tools: [], messages: [], toolTokens: 0, tokens: 0 });
  });

  it("puts the catalogue after whichever system prompt applies, and weighs everything", () => {
    const log = new SessionLog();
    log.add("run-started", {
      systemPrompt: { text: "Other.", tokens: 2, source: "request" },
      messageTokens: 12,
    });
    log.add("catalogue-injected", { text: "<available_skills/>", tokens: 4, toolTokens: 6 });
    expect(assemblePrompt(log.events)).toMatchObject({ system: "Other.\n\n<available_skills/>", tokens: 24 });
  });

  it("has no catalogue and no tools in a run that injected none, whatever earlier runs had", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("catalogue-injected");
    log.add("run-finished");
    log.add("run-started", { systemPrompt: { text: "", tokens: 0, source: "agent" } });
    expect(assemblePrompt(log.events)).toMatchObject({ system: "", tools: [] });
  });

  it("alternates messages, answers, calls and results in the order they happened", () => {
    const log = new SessionLog();
    log.add("run-started", { message: "Help" });
    log.add("catalogue-injected");
    log.add("text", { text: "Let me" });
    log.add("model-step", response(said("Let me see."), asked("1"), asked("2")));
    log.add("skill-activated", { call: call("1"), result: "SKILL" });
    log.add("request-refused", { call: call("2"), result: "{}" });
    log.add("model-step", response(said("Done.")));
    log.add("run-finished");
    log.add("run-started", { message: "More" });
    expect(shape(log)).toEqual([
      ["user", "Help"],
      ["assistant", "Let me see.", "call 1", "call 2"],
      ["tool", "SKILL", "{}"],
      ["assistant", "Done."],
      ["user", "More"],
    ]);
  });

  it("gives what the person activated as part of their message", () => {
    const log = new SessionLog();
    log.add("run-started", { message: "/triage now" });
    log.add("skill-activated", { askedBy: "person", call: null, result: "SKILL" });
    expect(shape(log)).toEqual([["user", "/triage now", "SKILL"]]);
  });

  it("keeps the text of a step that was cut, and says of open calls that nobody answered", () => {
    const log = new SessionLog();
    log.add("run-started", { message: "One" });
    log.add("model-step", response(asked("1"), asked("2")));
    log.add("skill-activated", { call: call("1"), result: "SKILL" });
    log.add("run-finished", { outcome: "interrupted" });
    log.add("run-started", { message: "Two" });
    log.add("text", { text: "Half an " });
    log.add("text", { text: "answer" });
    log.add("run-started", { message: "Three" });
    expect(shape(log)).toEqual([
      ["user", "One"],
      ["assistant", "call 1", "call 2"],
      ["tool", "SKILL", unansweredCall],
      ["user", "Two"],
      ["assistant", "Half an answer"],
      ["user", "Three"],
    ]);
  });

  it("keeps messages apart when the one before was never answered", () => {
    const log = new SessionLog();
    log.add("run-started", { message: "One" });
    log.add("run-finished", { outcome: "interrupted" });
    log.add("run-started", { message: "Two" });
    log.add("skill-activated", { askedBy: "person", call: null, result: "SKILL" });
    expect(shape(log)).toEqual([
      ["user", "One"],
      ["user", "Two", "SKILL"],
    ]);
  });

  it("leaves out an answer without any content", () => {
    const log = new SessionLog();
    log.add("run-started", { message: "One" });
    log.add("model-step", response());
    log.add("run-finished");
    expect(shape(log)).toEqual([["user", "One"]]);
  });

  it("replaces what was evicted by a note, and drops an evicted turn that activated nothing", () => {
    const log = new SessionLog();
    const first = log.add("run-started", { message: "One" });
    log.add("model-step", response(said("First.")));
    log.add("run-finished");
    log.add("run-started", { message: "Two" });
    log.add("model-step", response(asked("1")));
    const read = log.add("resource-read", {
      call: call("1", "read_skill_resource"),
      result: "LONG",
      tokens: 500,
    });
    log.add("content-evicted", { what: "resource", evictedSeq: read.seq });
    log.add("content-evicted", { what: "turn", evictedSeq: first.seq });
    expect(shape(log)).toEqual([
      ["user", "Two"],
      ["assistant", "call 1"],
      ["tool", "[Taken out to shorten the conversation.]"],
    ]);
  });

  it("tells of each part which event it comes from and what it counts as", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-step", response(asked("1"), asked("2"), asked("3")));
    const skill = log.add("skill-activated", { call: call("1"), tokens: 90 });
    const file = log.add("resource-read", { call: call("2"), path: "a.md", tokens: 40 });
    log.add("tool-called", { call: call("3"), tokens: 3 });
    const parts = assemblePrompt(log.events)
      .messages.at(-1)
      ?.parts.map(({ seq, tokens, source }) => ({ seq, tokens, source }));
    expect(parts).toMatchObject([
      { seq: skill.seq, tokens: 90, source: { kind: "skill", name: "incident-triage" } },
      { seq: file.seq, tokens: 40, source: { kind: "resource", path: "a.md" } },
      { tokens: 3, source: { kind: "history" } },
    ]);
  });

  it("is the same after a round trip through storage, key order included", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-step", response({ ...asked("1"), input: { path: "a", name: "b", offset: 1 } }));
    const stored = JSON.parse(JSON.stringify(log.events));
    expect(promptSchema.parse(assemblePrompt(stored))).toEqual(assemblePrompt(log.events));
    expect(promptFingerprint(assemblePrompt(stored))).toBe(promptFingerprint(assemblePrompt(log.events)));
  });
});

describe("promptFingerprint", () => {
  it("depends on what a model sees and on nothing else", () => {
    const log = new SessionLog();
    log.add("run-started", { message: "One", messageTokens: 1 });
    const other = new SessionLog();
    other.add("run-started", { message: "One", messageTokens: 99 });
    expect(promptFingerprint(assemblePrompt(log.events))).toBe(
      promptFingerprint(assemblePrompt(other.events)),
    );
    other.add("model-step", response(said("x")));
    expect(promptFingerprint(assemblePrompt(log.events))).not.toBe(
      promptFingerprint(assemblePrompt(other.events)),
    );
  });
});
