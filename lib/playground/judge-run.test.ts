import { describe, expect, it } from "vitest";
import { aSkillRef, SessionLog } from "@/lib/testing/session-log";
import { judgeRun } from "./judge-run";

const now = new Date("2026-11-21T15:00:00.000Z");
const { name } = aSkillRef();

function aRun() {
  const log = new SessionLog();
  log.add("run-started");
  log.add("skill-already-active");
  log.add("resource-read");
  log.add("resource-read");
  log.add("text", { text: "It is SEV2." });
  return log;
}

describe("judgeRun", () => {
  it("counts a skill that was active already, and a file once however often it was read", () => {
    const log = aRun();
    log.add("run-finished");
    const judged = judgeRun(log.events, { activations: [name], outputIncludes: ["sev2"] }, now);
    expect(judged).toMatchObject({ outcome: "done", activations: [name], passed: true, text: "It is SEV2." });
    expect(judged.reads).toHaveLength(1);
  });

  it("fails a run that did not end by itself, whatever it did", () => {
    const log = aRun();
    log.add("run-finished", { outcome: "failed", error: { code: "STEP_LIMIT", message: "Too many steps." } });
    const judged = judgeRun(log.events, { activations: [name] }, now);
    expect(judged.passed).toBe(false);
    expect(judged.expectations.filter(({ passed }) => !passed)).toEqual([
      { kind: "outcome", expected: "done", passed: false, message: "Too many steps." },
    ]);
  });

  it("says what happened instead of what was expected", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("request-refused");
    log.add("run-finished");
    const { expectations, refusals } = judgeRun(
      log.events,
      { activations: ["a"], reads: [{ skill: "a", path: "b.md" }], notActivated: ["a"] },
      now,
    );
    expect(expectations.map(({ message }) => message)).toEqual([
      "The run ended by itself.",
      "None was activated.",
      "a was not activated.",
      "Nothing was read.",
    ]);
    expect(refusals).toMatchObject([{ rule: "outside-package" }]);
  });

  it("neither passes nor fails before its end, and without expectations", () => {
    expect(judgeRun(aRun().events, { activations: [name] }, now)).toMatchObject({
      outcome: "running",
      passed: null,
    });
    const log = aRun();
    log.add("run-finished");
    expect(judgeRun(log.events, null, now).passed).toBeNull();
    expect(judgeRun(log.events, {}, now).passed).toBeNull();
  });
});
