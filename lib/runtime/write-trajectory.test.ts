import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { type Trajectory, trajectorySchema } from "./trajectory-schema";
import { writeTrajectory } from "./write-trajectory";

const ids = { session: "s-1", trajectory: "t-1" };
const written = (log: SessionLog) => {
  const trajectory = writeTrajectory(log.events, ids);
  if (!trajectory) throw new Error("There is none.");
  return trajectorySchema.parse(trajectory);
};
const call = (id: string, toolName: string, input: unknown = {}) => ({ id, toolName, input, step: 1 });
const live = { id: "m", name: "large", kind: "live", windowTokens: 1_000 } as const;

/** A session with everything that a trajectory has a place for. */
function aLog({ kind = "live" }: { kind?: "live" | "rules" } = {}): SessionLog {
  const log = new SessionLog();
  log.add("run-started", { model: { ...live, kind } });
  log.add("catalogue-injected", {
    tools: [{ name: "activate_skill", description: "Loads.", inputSchema: { type: "object" } }],
  });
  log.add("skill-activated", { askedBy: "person", call: null, result: "Mentioned text." });
  log.add("text", { text: "Let me look." });
  log.add("model-step", {
    response: {
      content: [
        { type: "reasoning", text: "Hm.", tokens: 1 },
        { type: "text", text: "Let me look.", tokens: 3 },
        { type: "tool-call", id: "c1", toolName: "activate_skill", input: { name: "triage" }, tokens: 4 },
        { type: "tool-call", id: "c2", toolName: "read", input: "not an object", tokens: 2 },
      ],
      finishReason: "tool-calls",
    },
    tokens: { input: 100, output: 10, cached: 40, source: "provider" },
    cost: 0.002,
    kept: { skill: "triage", number: 3 },
  });
  log.add("skill-activated", {
    call: call("c1", "activate_skill"),
    callResult: { text: "Loaded.", tokens: 1 },
    note: { text: "Its text:", tokens: 2 },
    result: "# Triage",
  });
  log.add("request-refused", {
    call: call("c2", "read"),
    result: "No.",
    isError: true,
    rule: "unknown-tool",
  });
  log.add("text", { step: 2, text: "Done." });
  log.add("model-step", {
    step: 2,
    response: { content: [{ type: "text", text: "Done.", tokens: 1 }], finishReason: "stop" },
  });
  log.add("run-finished", {
    answer: { kind: "answered", reason: "stop", providerReason: null, message: "It answered." },
  });
  return log;
}

describe("a trajectory", () => {
  it("has prompt, catalogue, message, what was put in by itself, and each answer with its calls and results", () => {
    const { steps, agent, final_metrics: metrics, ...root } = written(aLog());
    expect(root).toEqual({ schema_version: "ATIF-v1.7", session_id: "s-1", trajectory_id: "t-1" });
    expect(steps.map(({ source, message }) => [source, message])).toEqual([
      ["system", "You are on call."],
      ["user", "Checkout is returning 502s."],
      ["system", "<available_skills/>"],
      ["system", "Mentioned text."],
      ["agent", "Let me look."],
      ["agent", "Done."],
    ]);
    expect(agent).toMatchObject({
      name: "on-call",
      version: "12",
      model_name: "large",
      tool_definitions: [
        { type: "function", function: { name: "activate_skill", parameters: { type: "object" } } },
      ],
      extra: { dialect: "standard", skills: [{ name: "incident-triage", version: 4 }] },
    });
    expect(steps[4]).toMatchObject({
      step_id: 5,
      reasoning_content: "Hm.",
      tool_calls: [
        { tool_call_id: "c1", function_name: "activate_skill", arguments: { name: "triage" } },
        {
          tool_call_id: "c2",
          function_name: "read",
          arguments: {},
          extra: { raw_arguments: "not an object" },
        },
      ],
      observation: {
        results: [
          { source_call_id: "c1", content: "Loaded." },
          { source_call_id: "c1", content: "Its text:" },
          { source_call_id: "c1", content: "# Triage", extra: { skill: "incident-triage" } },
          { source_call_id: "c2", content: "No.", extra: { is_error: true, rule: "unknown-tool" } },
        ],
      },
      metrics: { prompt_tokens: 100, completion_tokens: 10, cached_tokens: 40, cost_usd: 0.002 },
      llm_call_count: 1,
      extra: { finish_reason: "tool-calls", kept_from: { skill: "triage", number: 3 } },
    });
    expect(metrics).toMatchObject({
      total_prompt_tokens: 1_228,
      total_steps: 6,
      extra: { outcome: "done", answer: "answered" },
    });
    expect(metrics).not.toHaveProperty("total_cost_usd");
  });

  it("of Rehearsal says that no language model was asked, and so has neither tokens nor reasoning", () => {
    const steps = written(aLog({ kind: "rules" })).steps.filter(({ source }) => source === "agent");
    for (const step of steps) {
      expect(step).toMatchObject({ llm_call_count: 0 });
      expect(step).not.toHaveProperty("metrics");
      expect(step).not.toHaveProperty("reasoning_content");
    }
  });

  it("leaves out an empty system prompt and a catalogue that stood there before, and says how a run failed", () => {
    const log = new SessionLog();
    log.add("run-started", { systemPrompt: { text: "", tokens: 0, source: "agent" }, model: live });
    log.add("catalogue-injected", { unchangedSinceSeq: 2 });
    log.add("resource-read", { call: { ...call("gone", "read"), step: 1 }, skill: aSkillRef() });
    log.add("model-step", {
      response: {
        content: [{ type: "tool-call", id: "x", toolName: "t", input: null, tokens: 1 }],
        finishReason: "stop",
      },
      tokens: { input: 1, output: 1, cached: null, source: "estimate" },
    });
    const { totals } = new SessionLog().add("run-finished").payload;
    log.add("run-finished", {
      outcome: "failed",
      error: { code: "TIME_LIMIT", message: "Too long." },
      totals: { ...totals, cachedTokens: 3, cost: 0.5 },
    });
    const { steps, final_metrics: metrics } = written(log);
    expect(steps.map(({ source }) => source)).toEqual(["user", "agent"]);
    const [, answer] = steps;
    expect(answer?.observation?.results[0]).not.toHaveProperty("source_call_id");
    expect(answer).toMatchObject({
      tool_calls: [{ arguments: {}, extra: { raw_arguments: null } }],
      metrics: { extra: { counted_by: "estimate" } },
    });
    expect(metrics).toMatchObject({
      total_cached_tokens: 3,
      total_cost_usd: 0.5,
      extra: { outcome: "failed", error: { code: "TIME_LIMIT" } },
    });
  });

  it("is none of a log without a beginning, and one without an end has no sums", () => {
    expect(writeTrajectory([], ids)).toBeNull();
    const log = new SessionLog();
    log.add("run-started");
    const trajectory = writeTrajectory(log.events, { ...ids, extra: { arm: "found" } });
    expect(trajectory).not.toHaveProperty("final_metrics");
    expect(trajectory).toMatchObject({ extra: { arm: "found" } });
  });
});

type Broken = { steps: Record<string, unknown>[] } & Record<string, unknown>;
const breaks: [string, (one: Broken) => void][] = [
  ["a name that the format does not know", (one) => Object.assign(one, { surprise: 1 })],
  ["a name in a step", (one) => Object.assign(one.steps[0] ?? {}, { note: "x" })],
  ["another version", (one) => Object.assign(one, { schema_version: "ATIF-v2.0" })],
  ["no steps", (one) => Object.assign(one, { steps: [] })],
  ["a gap", (one) => Object.assign(one.steps[1] ?? {}, { step_id: 7 })],
  ["metrics of a person", (one) => Object.assign(one.steps[0] ?? {}, { metrics: {} })],
  [
    "an answer to no call",
    (one) => Object.assign(one.steps[5] ?? {}, { observation: { results: [{ source_call_id: "c9" }] } }),
  ],
  ["a time of no calendar", (one) => Object.assign(one.steps[0] ?? {}, { timestamp: "yesterday" })],
  ["metrics where no model was asked", (one) => Object.assign(one.steps[4] ?? {}, { llm_call_count: 0 })],
];

it.each(breaks)("is refused with %s", (_, change) => {
  const broken = JSON.parse(JSON.stringify(written(aLog()))) as Broken;
  change(broken);
  expect(trajectorySchema.safeParse(broken).success).toBe(false);
});

/** Harbor's own models, where its Python package is installed on this machine. */
const validate =
  "import sys; from harbor.models.trajectories import Trajectory; Trajectory.model_validate_json(sys.stdin.read())";
const python = (code: string, input = "") =>
  execFileSync("python3", ["-c", code], { input, stdio: ["pipe", "pipe", "pipe"], encoding: "utf8" });

function hasHarbor(): boolean {
  try {
    python("import harbor.models.trajectories");
    return true;
  } catch {
    return false;
  }
}

it("is taken by Harbor's own models, where they are installed", ({ annotate }) => {
  if (!hasHarbor())
    return annotate("Harbor's Python package is not on this machine: held to the schema above alone.");
  const takes = (trajectory: Trajectory) => python(validate, JSON.stringify(trajectory));
  expect(takes(written(aLog()))).toBe("");
  expect(takes(written(aLog({ kind: "rules" })))).toBe("");
});
