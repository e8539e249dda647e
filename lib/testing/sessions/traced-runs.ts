import { readCatalogue } from "@/lib/dialects/read-catalogue";
import { describeTrace } from "@/lib/runtime/describe-trace";
import type { ToolCall } from "@/lib/runtime/events";
import type { RunTrace, TraceSpan } from "@/lib/runtime/trace-attributes";
import { anId, aSkillRef, SessionLog } from "./session-log";

const runId = anId(101);
export const aCall = (
  toolName: string,
  input: unknown = { name: "incident-triage" },
  id = "call-1",
): ToolCall => ({
  id,
  toolName,
  input,
  step: 1,
});

export function traceOf(log: SessionLog, text = false): RunTrace {
  const trace = describeTrace(log.events, { runId, text, readCatalogue });
  if (!trace) throw new Error("no trace");
  return trace;
}
export const named = (trace: RunTrace, name: string): TraceSpan => {
  const span = trace.spans.find((one) => one.name === name);
  if (!span) throw new Error(`no ${name} among ${trace.spans.map((one) => one.name).join(", ")}`);
  return span;
};

/** A run in which everything happens that can. */
export function everything(): SessionLog {
  const log = new SessionLog();
  log.add("run-started", {
    model: {
      id: anId(9),
      name: "Large",
      kind: "live",
      windowTokens: 200_000,
      asked: { provider: "google", model: "gemini-4-pro" },
    },
    unavailable: [{ skillId: anId(11), name: "postmortem", reason: "disabled" }],
  });
  log.add("skills-routed", {
    query: "a secret message",
    reasoning: "It is an incident.",
    candidates: [
      {
        skillId: anId(10),
        name: "incident-triage",
        score: 3.5,
        fields: { name: 1, description: 2, body: 0.5, triggers: 0 },
        likeness: 0.8,
      },
    ],
    chosen: ["incident-triage"],
    dropped: ["made-up"],
    usage: { model: "Small", input: 90, output: 9, durationMs: 60, cost: 0.001 },
  });
  log.add("catalogue-injected", {
    truncated: [{ skillId: anId(10), name: "incident-triage", keptCharacters: 20, reason: "The budget." }],
  });
  log.add("model-retried");
  log.add("text");
  log.add("model-step", {
    response: {
      content: [
        { type: "text", text: "Let me see.", tokens: 3 },
        { type: "tool-call", id: "call-1", toolName: "activate_skill", input: { name: "x" }, tokens: 9 },
      ],
      finishReason: "tool-calls",
    },
    tokens: { input: 1_228, output: 20, cached: 7, source: "provider" },
    cost: 0.02,
  });
  log.add("skill-activated", { call: aCall("activate_skill") });
  log.add("skill-reactivated", { call: aCall("activate_skill", { name: "incident-triage" }, "call-2") });
  log.add("skill-already-active", { askedBy: "person" });
  log.add("foreign-skill-activated", { call: aCall("Skill") });
  log.add("resource-read", { call: aCall("read_skill_resource") });
  log.add("request-refused", { call: aCall("read_skill_resource", { path: "../x" }) });
  log.add("skills-searched", {
    call: aCall("search_skills", { query: "502s" }),
    chosen: ["incident-triage"],
  });
  log.add("result-awaited");
  log.add("script-started");
  log.add("script-output");
  log.add("script-ran", { exitCode: 3 });
  log.add("tool-called", { call: aCall("run_skill_script"), skill: aSkillRef(), answeredBy: "script" });
  log.add("content-evicted");
  log.add("history-rewritten");
  log.add("not-understood");
  log.add("run-finished", {
    outcome: "failed",
    error: { code: "STEP_LIMIT", message: "The model asked for more than 30 steps." },
  });
  return log;
}
