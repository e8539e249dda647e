import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { computeLedger } from "./compute-ledger";
import { summariseRun } from "./summarise-run";

const call = (id: string) => ({ id, toolName: "activate_skill", input: {}, step: 1 });
const step = (...ids: string[]) => ({
  response: {
    finishReason: "tool-calls",
    content: ids.map((id) => ({
      type: "tool-call" as const,
      id,
      toolName: "activate_skill",
      input: {},
      tokens: 5,
    })),
  },
});

/** Two turns: a skill, then a file, a held skill and a refusal. */
function twoTurns(): SessionLog {
  const log = new SessionLog();
  log.add("run-started", { messageTokens: 10 });
  log.add("catalogue-injected", { tokens: 400, toolTokens: 80 });
  log.add("model-step", step("1"));
  log.add("skill-activated", { call: call("1"), tokens: 1_000 });
  log.add("run-finished");
  log.add("run-started", { messageTokens: 20 });
  log.add("catalogue-injected", { tokens: 400, toolTokens: 80, unchangedSinceSeq: 2 });
  log.add("model-step", step("2", "3", "4"));
  log.add("resource-read", { call: call("2"), path: "references/matrix.md", tokens: 200 });
  log.add("skill-already-active", { call: call("3"), tokens: 30, tokensSaved: 970 });
  log.add("request-refused", { call: call("4"), tokens: 12, path: "../rota.yaml" });
  log.add("run-finished");
  return log;
}

describe("computeLedger", () => {
  it("is empty for an empty log", () => {
    expect(computeLedger([])).toEqual({ windowTokens: 0, shorteningTokens: 0, turns: [] });
  });

  it("says per turn what fills the window, in bar order", () => {
    const { turns, windowTokens, shorteningTokens } = computeLedger(twoTurns().events);
    expect([windowTokens, shorteningTokens]).toEqual([200_000, 160_000]);
    expect(turns.map(({ parts }) => parts.map(({ label, tokens }) => [label, tokens]))).toEqual([
      [
        ["Instructions", 318],
        ["Tool schemas", 80],
        ["Catalogue", 400],
        ["incident-triage", 1_000],
        ["History", 15],
      ],
      [
        ["Instructions", 318],
        ["Tool schemas", 80],
        ["Catalogue", 400],
        ["incident-triage", 1_000],
        ["references/matrix.md", 200],
        ["History", 92],
      ],
    ]);
    expect(turns.map(({ total }) => total)).toEqual([1_813, 2_090]);
  });

  it("says what changed, what was held and what did not enter", () => {
    const changes = computeLedger(twoTurns().events).turns[1]?.changes;
    expect(changes?.map(({ kind, label, tokens }) => [kind, label, tokens])).toEqual([
      ["entered", "references/matrix.md", 200],
      ["held", "incident-triage", 0],
      ["refused", "../rota.yaml", 12],
      ["history", "History", 77],
      ["unchanged-prefix", "Prefix unchanged", 798],
    ]);
  });

  it("adds the texts of one skill up, and tells of a changed catalogue, a reactivation and an eviction", () => {
    const log = twoTurns();
    log.add("run-started");
    log.add("catalogue-injected", { tokens: 410, unchangedSinceSeq: null });
    log.add("model-step", step("5"));
    log.add("skill-reactivated", { call: call("5"), tokens: 1_100 });
    log.add("content-evicted", {
      evictedSeq: 9,
      tokensFreed: 200,
      path: "references/matrix.md",
      why: "room",
    });
    log.add("content-evicted", { what: "turn", evictedSeq: 1, tokensFreed: 9, path: null, skill: null });
    const turn = computeLedger(log.events).turns[2];
    // The turn that is gone leaves the skill it activated.
    expect(turn?.parts.find(({ kind }) => kind === "skill")?.tokens).toBe(2_100);
    expect(turn?.parts.find(({ kind }) => kind === "resource")).toBeUndefined();
    const changes = turn?.changes.map(({ kind, label, detail }) => `${kind} ${label}: ${detail}`);
    expect(changes).toContain("entered incident-triage: activated again: its text changed");
    expect(changes).toContain("left references/matrix.md: room");
    expect(changes).toContain("prefix Catalogue: not as before");
    expect(changes?.some((change) => change.startsWith("unchanged-prefix"))).toBe(false);
  });

  it("says which part of the prompt's beginning came out otherwise, and by how much", () => {
    const log = twoTurns();
    log.add("run-started");
    const injected = log.add("catalogue-injected", { tokens: 42, unchangedSinceSeq: null });
    const turns = computeLedger(log.events).turns;
    const before = turns[1]?.parts.find(({ kind }) => kind === "catalogue")?.tokens ?? 0;
    expect(turns[2]?.changes.find(({ label }) => label === "Catalogue")).toEqual({
      kind: "prefix",
      label: "Catalogue",
      detail: "not as before",
      tokens: 42 - before,
      seq: injected.seq,
    });
  });

  it("does not call a prefix unchanged when the system prompt is another of the same length", () => {
    const log = new SessionLog();
    for (const text of ["One.", "Two."]) {
      log.add("run-started", { systemPrompt: { text, tokens: 2, source: "request" } });
      log.add("run-finished");
    }
    expect(computeLedger(log.events).turns[1]?.changes).toMatchObject([
      { kind: "history" },
      { kind: "prefix", label: "Instructions", tokens: 0 },
    ]);
  });

  it("tells a range of turns as it tells all of them, but for what changed before the first", () => {
    const log = twoTurns();
    for (let more = 0; more < 3; more += 1) {
      log.add("run-started", { messageTokens: 5 });
      log.add("run-finished");
    }
    const all = computeLedger(log.events);
    const fourth = all.turns[3]?.runId ?? "";
    const some = computeLedger(log.events, { runId: fourth, columns: 2 });
    expect(some.turns.map(({ turn }) => turn)).toEqual([3, 4]);
    expect(some.turns[1]).toEqual(all.turns[3]);
    expect(some.turns[0]).toEqual({ ...all.turns[2], changes: [] });
    expect(some.windowTokens).toBe(all.windowTokens);
    expect(computeLedger(log.events, { runId: fourth, columns: 9 })).toEqual({
      ...all,
      turns: all.turns.slice(0, 4),
    });
  });

  it("counts a skill that was activated in the turn as entered", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("run-finished");
    log.add("run-started");
    log.add("skill-activated", { askedBy: "person", call: null, tokens: 900 });
    log.add("request-refused", { path: null, skillName: null, rule: "unknown-tool" });
    expect(computeLedger(log.events).turns[1]?.changes.slice(0, 2)).toMatchObject([
      { kind: "entered", label: "incident-triage", tokens: 900, seq: 4 },
      { kind: "refused", label: "unknown-tool" },
    ]);
  });
});

describe("summariseRun", () => {
  it("adds up the steps, what was saved and the time", () => {
    const log = new SessionLog();
    const started = log.add("run-started");
    log.add("model-step", {
      tokens: { input: 100, output: 10, cached: null, source: "estimate" },
      cost: 0.1,
    });
    log.add("model-step", { tokens: { input: 200, output: 20, cached: 50, source: "provider" }, cost: 0.2 });
    log.add("skill-already-active", { tokensSaved: 970 });
    const end = new Date(new Date(started.at).getTime() + 1_500);
    expect(summariseRun(log.events, end)).toEqual({
      steps: 2,
      inputTokens: 300,
      outputTokens: 30,
      cachedTokens: 50,
      tokensSaved: 970,
      durationMs: 1_500,
      cost: expect.closeTo(0.3),
    });
  });

  it("knows no cost when one step's is unknown, and no time without a beginning", () => {
    const log = new SessionLog();
    log.add("model-step", { cost: 0.1 });
    log.add("model-step", { cost: null });
    expect(summariseRun(log.events, new Date())).toMatchObject({
      cost: null,
      cachedTokens: null,
      durationMs: 0,
    });
    expect(summariseRun([], new Date())).toMatchObject({ steps: 0, cost: null });
  });
});
