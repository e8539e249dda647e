import { describe, expect, it } from "vitest";
import type { PayloadOf, SessionEvent } from "@/lib/runtime/events";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import type { Expected } from "../suites/case-schema";
import { decideEarly, decideTrial } from "./decide-trial";

const mine = "incident-triage";
const wants = (name: string): Expected => ({ kind: "skill", name });
const notThis: Expected = { kind: "not-this" };
const nothing: Expected = { kind: "nothing" };

type Step = PayloadOf<"model-step">["response"];
type End = PayloadOf<"run-finished">["error"] | "done" | "none";

/** The log of a trial that activated these skills and ended so. */
function logOf(names: readonly string[], end: End = "done", response: Partial<Step> = {}): SessionEvent[] {
  const log = new SessionLog();
  log.add("run-started");
  for (const name of names) log.add("skill-activated", { skill: aSkillRef({ name }) });
  const content = [{ type: "text" as const, text: "Done.", tokens: 2 }];
  const step = log.add("model-step");
  step.payload.response = { content, finishReason: "stop", ...response };
  if (end === "none") return log.events;
  log.add("run-finished", end === "done" ? {} : { outcome: "failed", error: end });
  return log.events;
}

const outcomeOf = (expected: Expected, ...names: string[]) => {
  const { outcome, by } = decideTrial(logOf(names), { expected, skill: mine });
  return by === null ? outcome : `${outcome} by ${by}`;
};

describe("a trial that ended by itself", () => {
  it.each([
    [wants(mine), [mine], "right"],
    [wants(mine), ["docx", mine], "right"],
    [wants(mine), [], "missed"],
    [wants(mine), ["docx"], "stolen by docx"],
    [wants(mine), ["docx", "xlsx"], "stolen by docx"],
    [wants("docx"), ["docx"], "right"],
    [wants("docx"), ["docx", mine], `fired by ${mine}`],
    [wants("docx"), [mine], `fired by ${mine}`],
    [wants("docx"), ["xlsx", mine], `fired by ${mine}`],
    [wants("docx"), [], "missed"],
    [notThis, [], "right"],
    [notThis, ["docx"], "right"],
    [notThis, [mine], `fired by ${mine}`],
    [nothing, [], "right"],
    [nothing, ["docx"], "fired by docx"],
  ] as const)("of %j that activated %j is %s", (expected, names, outcome) => {
    expect(outcomeOf(expected, ...names)).toBe(outcome);
  });

  it("tells every skill that was activated, each once, in order", () => {
    const { activated } = decideTrial(logOf(["b", mine, "b"]), { expected: notThis, skill: mine });
    expect(activated).toEqual(["b", mine]);
  });

  it("counts what the host activated by itself because the query names it, and says so", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("skill-activated", { skill: aSkillRef({ name: mine }), askedBy: "person" });
    const asked = { expected: wants(mine), skill: mine };
    expect(decideTrial(log.events, asked)).toMatchObject({ outcome: "right", activatedBy: "mention" });
    expect(decideTrial(logOf([mine]), asked).activatedBy).toBe("model");
  });
});

describe("a trial that did not come to its end", () => {
  it.each([
    ["TIME_LIMIT", "time-limit"],
    ["MODEL_TIMEOUT", "provider-error"],
    ["RATE_LIMITED", "provider-error"],
    ["MALFORMED_ANSWER", "provider-error"],
    ["SPENDING_LIMIT", "spending-limit"],
    ["STEP_LIMIT", "step-limit"],
    ["TOOL_INPUT_LIMIT", "step-limit"],
    ["HOST_ENDED_RUN", "host-ended"],
    ["INTERNAL", "internal-error"],
  ])("by %s is invalid (%s) in the words of the failure, and never a no", (code, reason) => {
    const events = logOf([], { code, message: "Its own words." });
    for (const expected of [wants(mine), notThis, nothing])
      expect(decideTrial(events, { expected, skill: mine })).toMatchObject({
        outcome: "invalid",
        invalid: { reason, message: "Its own words." },
      });
  });

  it.each([
    [{ finishReason: "content-filter" }, "refusal"],
    [{ finishReason: "length" }, "truncated"],
    [{ content: [] }, "empty-answer"],
    [{ finishReason: "other" }, "truncated"],
  ])("with an answer of %j is invalid (%s)", (response, reason) => {
    const decided = decideTrial(logOf([], "done", response), { expected: notThis, skill: mine });
    expect(decided).toMatchObject({ outcome: "invalid", invalid: { reason } });
  });

  it("is decided all the same by what was activated before", () => {
    const events = logOf([mine], { code: "STREAM_CUT", message: "It broke." });
    expect(decideTrial(events, { expected: wants(mine), skill: mine }).outcome).toBe("right");
    expect(decideTrial(events, { expected: notThis, skill: mine }).outcome).toBe("fired");
  });

  it("is not stolen by what came before: the right one might have followed", () => {
    const events = logOf(["docx"], { code: "STREAM_CUT", message: "It broke." });
    expect(decideTrial(events, { expected: wants(mine), skill: mine })).toMatchObject({
      outcome: "invalid",
      activated: ["docx"],
    });
  });
});

describe("a trial that goes on", () => {
  it("is enough once nothing can change it, and not at another skill's activation", () => {
    const early = (expected: Expected, ...names: string[]) =>
      decideEarly(logOf(names, "none"), { expected, skill: mine })?.outcome ?? null;
    expect(early(wants(mine), "docx")).toBeNull();
    expect(early(wants(mine), "docx", mine)).toBe("right");
    expect(early(notThis, "docx")).toBeNull();
    expect(early(notThis, mine)).toBe("fired");
    expect(early(nothing, "docx")).toBe("fired");
    expect(early(wants("docx"), "xlsx")).toBeNull();
    expect(early(wants("docx"), mine)).toBe("fired");
  });
});
