import { describe, expect, it } from "vitest";
import { anAssignedSkill, anId, SessionLog } from "@/lib/testing/sessions/session-log";
import { aCall, everything, named, traceOf } from "@/lib/testing/sessions/traced-runs";
import { describeTrace } from "./describe-trace";
import { type EventType, payloadSchemas, type SessionEvent } from "./events";

describe("describeTrace", () => {
  it("has a place for every type of event", () => {
    const told = new Set(everything().events.map(({ type }): EventType => type));
    expect([...told].sort()).toEqual(Object.keys(payloadSchemas).sort());
  });

  it("tells the run by the conventions' names, and by what they have none for", () => {
    const { root, traceId } = traceOf(everything());
    expect(traceId).toBe("7be1f40a".padEnd(32, "0"));
    expect(root).toMatchObject({
      name: "invoke_agent On-call assistant",
      kind: "internal",
      error: { type: "STEP_LIMIT", message: "The model asked for more than 30 steps." },
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "On-call assistant",
        "gen_ai.agent.version": "12",
        "gen_ai.conversation.id": anId(3),
        "gen_ai.request.model": "gemini-4-pro",
        "gen_ai.usage.input_tokens": 1_228,
        "greenroom.outcome": "failed",
        "greenroom.skills.offered": 1,
      },
    });
    expect(root.endMs - root.startMs).toBe(2_100);
  });

  it("tells an answer of a model with its provider, tokens, time and the waits before it", () => {
    const span = named(traceOf(everything()), "chat gemini-4-pro");
    expect(span).toMatchObject({
      kind: "client",
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "gcp.gemini",
        "gen_ai.response.finish_reasons": ["tool-calls"],
        "gen_ai.response.time_to_first_chunk": 0.004,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 7,
        "greenroom.cost_usd": 0.02,
      },
      events: [{ name: "greenroom.model-retried", attributes: { "error.type": "RATE_LIMITED" } }],
    });
    expect(span.endMs - span.startMs).toBe(400);
  });

  it("begins with the first wait where the answer itself was shorter", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-retried", { step: 1 });
    log.add("text");
    log.add("model-step", { durationMs: 5 });
    log.add("run-finished");
    const span = named(traceOf(log), "chat Rehearsal");
    expect(span.endMs - span.startMs).toBe(200);
    expect(span.attributes["gen_ai.provider.name"]).toBe("greenroom");
    expect(span.kind).toBe("internal");
  });

  it("says of every skill of the agent why it was or was not activated", () => {
    const log = new SessionLog();
    const offered = [anAssignedSkill(10, "incident-triage"), anAssignedSkill(12, "status-page")];
    log.add("run-started", {
      offered,
      unavailable: [{ skillId: anId(11), name: "postmortem", reason: "disabled" }],
    });
    log.add("catalogue-injected", {
      omitted: [{ skillId: anId(12), name: "status-page", reason: "It is the last." }],
    });
    log.add("model-step");
    log.add("skill-activated", { call: aCall("activate_skill") });
    log.add("run-finished");
    const points = traceOf(log).root.events;
    const of = (name: string) =>
      points.find(
        (point) => point.name === "greenroom.skill" && point.attributes["gen_ai.skill.name"] === name,
      )?.attributes;
    expect(of("incident-triage")).toMatchObject({ "greenroom.skill.state": "activated" });
    expect(of("status-page")).toMatchObject({
      "greenroom.skill.state": "omitted",
      "greenroom.skill.reason": expect.stringContaining("The catalogue left it out"),
    });
    expect(of("postmortem")).toMatchObject({
      "greenroom.skill.state": "not-offered",
      "greenroom.skill.reason": "It is switched off for this agent.",
    });
    expect(points[0]).toMatchObject({
      name: "greenroom.catalogue-injected",
      attributes: { "greenroom.catalogue.omitted": 1, "greenroom.catalogue.budget_characters": 16_000 },
    });
  });

  it("tells nothing that people or models wrote, unless that is asked for", () => {
    const written = /Checkout|You are on call|a secret message|It is an incident|Let me see|502s|The text\./;
    expect(JSON.stringify(traceOf(everything()))).not.toMatch(written);
    const trace = traceOf(everything(), true);
    expect(JSON.parse(String(trace.root.attributes["gen_ai.input.messages"]))).toEqual([
      { role: "user", parts: [{ type: "text", content: "Checkout is returning 502s." }] },
    ]);
    expect(JSON.parse(String(trace.root.attributes["gen_ai.system_instructions"]))).toEqual([
      { type: "text", content: "You are on call." },
    ]);
    const [said] = JSON.parse(
      String(named(trace, "chat gemini-4-pro").attributes["gen_ai.output.messages"]),
    ) as { parts: unknown[] }[];
    expect(said).toMatchObject({
      role: "assistant",
      finish_reason: "tool-calls",
      parts: [
        { type: "text", content: "Let me see." },
        { type: "tool_call", id: "call-1", name: "activate_skill" },
      ],
    });
    expect(named(trace, "execute_tool activate_skill incident-triage").attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"name":"incident-triage"}',
      "gen_ai.tool.call.result": "The text.",
    });
    expect(named(trace, "chat Small").attributes["greenroom.reasoning"]).toBe("It is an incident.");
  });

  it("keeps with the run what waited for an answer that never came", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-retried");
    log.add("run-finished");
    expect(traceOf(log).root.events.map(({ name }) => name)).toContain("greenroom.model-retried");
  });

  it("tells one run of a branch, and none that goes on", () => {
    const log = everything();
    log.add("run-started", { message: "And now?" });
    const second = anId(102);
    expect(describeTrace(log.events, { runId: second, text: false })).toBeNull();
    log.add("run-finished");
    expect(describeTrace(log.events, { runId: second, text: false })).toMatchObject({
      runId: second,
      spans: [],
      root: { attributes: { "greenroom.turn": 2 } },
    });
    const onlyEnd: SessionEvent[] = log.events.slice(-1);
    expect(describeTrace(onlyEnd, { runId: second, text: false })).toBeNull();
  });

  it("tells the best hundred of a thousand candidates, and how many there were", () => {
    const log = new SessionLog();
    log.add("run-started", {
      offered: Array.from({ length: 1_000 }, (_, number) =>
        anAssignedSkill(1_000 + number, `skill-${number}`),
      ),
    });
    log.add("run-finished");
    const { root } = traceOf(log);
    expect(root.events).toHaveLength(100);
    expect(root.attributes["greenroom.skills.offered"]).toBe(1_000);
  });
});
