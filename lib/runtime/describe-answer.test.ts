import { describe, expect, it } from "vitest";
import { anId, SessionLog } from "@/lib/testing/sessions/session-log";
import { aCall, everything, named, traceOf } from "@/lib/testing/sessions/traced-runs";

describe("describeAnswer, describeSearch", () => {
  it("refines a tool's span for skills: which text of which skill, and which file of it", () => {
    const trace = traceOf(everything());
    expect(named(trace, "execute_tool activate_skill incident-triage")).toMatchObject({
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "activate_skill",
        "gen_ai.tool.call.id": "call-1",
        "gen_ai.skill.name": "incident-triage",
        "greenroom.skill.version": 4,
        "greenroom.skill.digest": "a".repeat(64),
        "greenroom.event": "skill-activated",
        "greenroom.asked_by": "model",
      },
      error: null,
    });
    const read = "execute_tool read_skill_resource incident-triage references/severity-matrix.md";
    expect(named(trace, read).attributes).toMatchObject({
      "gen_ai.skill.resource.name": "references/severity-matrix.md",
      "greenroom.bytes": 2_150,
    });
    expect(named(trace, "execute_tool Skill simplify").attributes["gen_ai.skill.name"]).toBe("simplify");
  });

  it("tells an activation by a person without a tool, for there was none", () => {
    const { attributes } = named(traceOf(everything()), "skill-already-active incident-triage");
    expect(attributes).toMatchObject({ "greenroom.asked_by": "person", "greenroom.tokens_saved": 1_204 });
    expect(attributes).not.toHaveProperty("gen_ai.tool.name");
  });

  it("tells a refusal as an error of its rule", () => {
    const span = named(
      traceOf(everything()),
      "execute_tool read_skill_resource incident-triage ../../oncall/rota.yaml",
    );
    expect(span.error).toEqual({ type: "outside-package", message: "The path leaves the package." });
    expect(span.attributes["greenroom.refused"]).toBe("outside-package");
  });

  it("tells what a call waited for as events of its span, and begins it before them", () => {
    const span = named(traceOf(everything()), "execute_tool run_skill_script incident-triage");
    expect(span.events.map(({ name }) => name)).toEqual([
      "greenroom.result-awaited",
      "greenroom.script-started",
      "greenroom.script-ran",
    ]);
    expect(span.events.at(-1)?.attributes).toMatchObject({ "process.exit.code": 3, "greenroom.run_ms": 200 });
    expect(span.startMs).toBeLessThan(span.events[0]?.atMs ?? 0);
  });

  it("tells the candidates of a router with their scores, and asking it as asking a model", () => {
    const span = named(traceOf(everything()), "chat Small");
    expect(span.endMs - span.startMs).toBe(60);
    expect(span.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.usage.input_tokens": 90,
      "greenroom.chosen": ["incident-triage"],
      "greenroom.dropped": ["made-up"],
    });
    expect(span.events).toEqual([
      {
        name: "greenroom.candidate",
        atMs: span.endMs,
        attributes: {
          "gen_ai.skill.name": "incident-triage",
          "greenroom.skill.id": anId(10),
          "greenroom.skill.place": 1,
          "greenroom.skill.score": 3.5,
          "greenroom.skill.likeness": 0.8,
          "greenroom.skill.score.name": 1,
          "greenroom.skill.score.description": 2,
          "greenroom.skill.score.body": 0.5,
          "greenroom.skill.score.triggers": 0,
          "greenroom.skill.chosen": true,
        },
      },
    ]);
  });

  it("keeps the text of a tool's own error to itself as well", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("tool-called", { call: aCall("page"), result: "no route to 10.0.0.1", isError: true });
    log.add("run-finished");
    const error = (text: boolean) => traceOf(log, text).spans[0]?.error;
    expect(error(false)).toEqual({ type: "tool_error", message: "" });
    expect(error(true)).toEqual({ type: "tool_error", message: "no route to 10.0.0.1" });
  });

  it("takes a replay's routing for no request to a model", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("skills-routed");
    log.add("run-finished");
    expect(traceOf(log).spans[0]).toMatchObject({
      name: "retrieval skills",
      kind: "internal",
      attributes: { "gen_ai.operation.name": "retrieval", "greenroom.candidates": 0 },
    });
  });
});
