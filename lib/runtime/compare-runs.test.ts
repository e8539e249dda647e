import { describe, expect, it } from "vitest";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { compareRuns, measureRun } from "./compare-runs";
import type { PayloadOf } from "./events";

const now = new Date("2026-11-21T15:00:00.000Z");
const call = (toolName: string, input: unknown) => ({ id: "c", toolName, input, step: 1 });

describe("compareRuns", () => {
  it("aligns what both did, and puts what one did alone on its side", () => {
    const left = new SessionLog();
    const right = new SessionLog();
    for (const log of [left, right]) {
      log.add("run-started");
      log.add("catalogue-injected");
    }
    left.add("text");
    left.add("skill-activated");
    left.add("resource-read");
    left.add("model-step", { step: 2 });
    right.add("model-step", { step: 2 });
    right.add("request-refused");
    for (const log of [left, right]) log.add("run-finished");
    const rows = compareRuns(left.events, right.events);
    expect(rows.map(({ kind, type }) => `${kind} ${type}`)).toEqual([
      "same run-started",
      "same catalogue-injected",
      "removed skill-activated",
      "removed resource-read",
      "same model-step",
      "added request-refused",
      "same run-finished",
    ]);
    expect(rows.find(({ kind }) => kind === "removed")).toMatchObject({
      label: aSkillRef().name,
      left: { seq: 4 },
      right: null,
    });
    expect(rows.find(({ kind }) => kind === "added")).toMatchObject({ left: null, right: { seq: 4 } });
  });

  it("calls it changed when both did the same thing and it came out otherwise", () => {
    const left = new SessionLog();
    const right = new SessionLog();
    left.add("run-started", { dialect: "standard" });
    right.add("run-started", { dialect: "sisu" });
    left.add("skill-activated", { skill: { ...aSkillRef(), version: 1, draftRevision: null } });
    right.add("skill-activated", { skill: { ...aSkillRef(), version: null, draftRevision: 4 } });
    left.add("tool-called", { call: call("list_skills", {}) });
    right.add("tool-called", { call: call("list_skills", { query: "x" }) });
    left.add("run-finished", { outcome: "done" });
    right.add("run-finished", { outcome: "failed", error: { code: "TIME_LIMIT", message: "Too long." } });
    const rows = compareRuns(left.events, right.events);
    expect(rows.map(({ kind }) => kind)).toEqual(["changed", "changed", "changed", "changed"]);
    expect(rows[1]).toMatchObject({
      left: { detail: expect.stringMatching(/^v1 /) },
      right: { detail: expect.stringMatching(/^draft r4 /) },
    });
    expect(rows[3]?.right?.detail).toBe("TIME_LIMIT");
  });

  it("tells an answer from a run that is done without one", () => {
    const ended = (kind: "answered" | "cut") => {
      const log = new SessionLog();
      log.add("run-started");
      log.add("run-finished", { answer: { kind, reason: "stop", providerReason: null, message: "" } });
      return log.events;
    };
    expect(compareRuns(ended("answered"), ended("cut")).at(-1)).toMatchObject({
      kind: "changed",
      left: { detail: "done" },
      right: { detail: "cut" },
    });
    expect(compareRuns(ended("cut"), ended("cut")).at(-1)?.kind).toBe("same");
  });

  it("tells runs apart that were offered other skills, or another version of one", () => {
    const started = (changes: Partial<PayloadOf<"run-started">>) => {
      const log = new SessionLog();
      log.add("run-started", changes);
      return log.events;
    };
    const skill = aSkillRef({ name: "notes", version: 1, draftRevision: null });
    const draft = { ...skill, version: null, draftRevision: 2 };
    const assigned = started({ offered: [{ ...skill, source: "assignment" }], unavailable: [] });
    const rehearsed = started({ offered: [{ ...draft, source: "overlay" }], unavailable: [] });
    const gone = { skillId: skill.skillId, name: "notes", reason: "left-out" } as const;
    const without = started({ offered: [], unavailable: [gone] });
    expect(compareRuns(assigned, assigned)[0]?.kind).toBe("same");
    expect(compareRuns(assigned, rehearsed)[0]).toMatchObject({
      kind: "changed",
      left: { detail: expect.stringMatching(/1 skill$/) },
      right: { detail: expect.stringMatching(/1 skill, notes draft r2 [0-9a-f]{8}$/) },
    });
    expect(compareRuns(assigned, without)[0]).toMatchObject({
      kind: "changed",
      right: { detail: expect.stringMatching(/0 skills, without notes$/) },
    });
  });

  it("calls two answers the same only when they say the same", () => {
    const answered = (text: string) => {
      const log = new SessionLog();
      const content = [{ type: "text" as const, text, tokens: 3 }];
      log.add("model-step", { response: { content, finishReason: "stop" } });
      return log.events;
    };
    const [same] = compareRuns(answered("Export is new."), answered("Export is new."));
    expect(same).toMatchObject({ kind: "same", type: "model-step" });
    const [other] = compareRuns(answered("Export is new."), answered("Search is new."));
    expect(other).toMatchObject({ kind: "changed", left: { detail: "stop" }, right: { detail: "stop" } });
  });

  it("knows every kind of event", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("skills-routed");
    log.add("skills-searched");
    log.add("skill-reactivated");
    log.add("skill-already-active");
    log.add("content-evicted");
    log.add("resource-read", { offset: 100 });
    log.add("model-retried");
    const rows = compareRuns(log.events, log.events);
    expect(rows.every(({ kind }) => kind === "same")).toBe(true);
    expect(rows).toHaveLength(8);
    expect(compareRuns([], log.events).every(({ kind }) => kind === "added")).toBe(true);
  });
});

describe("measureRun", () => {
  it("counts what a run did, with the totals of its end", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("skill-activated");
    log.add("skill-reactivated");
    log.add("resource-read");
    log.add("tool-called");
    log.add("request-refused");
    log.add("model-step", { timeToFirstTokenMs: 12 });
    const going = measureRun(log.events, now);
    expect(going).toMatchObject({
      activations: 2,
      reads: 1,
      toolCalls: 1,
      refusals: 1,
      steps: 1,
      timeToFirstTokenMs: 12,
    });
    const { payload } = log.add("run-finished");
    expect(measureRun(log.events, now)).toMatchObject({ durationMs: payload.totals.durationMs });
    expect(measureRun([], now).timeToFirstTokenMs).toBeNull();
  });
});
