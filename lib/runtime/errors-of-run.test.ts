import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { countMisses, findHostEnd } from "./errors-of-run";
import type { RefusalRule } from "./events";

const callOf = (toolName: string, step: number) => ({ id: `${toolName}-${step}`, toolName, input: {}, step });
const begun = () => {
  const log = new SessionLog();
  log.add("run-started");
  return log;
};
const fail = (log: SessionLog, tool: string, step: number, rule: RefusalRule = "unknown-resource") =>
  log.add("request-refused", { call: callOf(tool, step), rule, message: `No ${tool} in step ${step}.` });
const pass = (log: SessionLog, tool: string, step: number) =>
  log.add("tool-called", { call: callOf(tool, step) });
const once = { mostErrorsOfTool: 1 };

describe("findHostEnd", () => {
  it("ends a run at the second error of one tool in a row", () => {
    const log = begun();
    fail(log, "read", 1);
    expect(findHostEnd(once, log.events)).toBeNull();
    pass(log, "load", 2);
    fail(log, "read", 3, "invalid-arguments");
    expect(findHostEnd(once, log.events)).toEqual({
      tool: "read",
      errors: ["No read in step 1.", "No read in step 3."],
    });
    expect(findHostEnd({ mostErrorsOfTool: 2 }, log.events)).toBeNull();
    expect(findHostEnd({}, log.events)).toBeNull();
  });

  it("counts each tool by itself", () => {
    const log = begun();
    fail(log, "read", 1);
    fail(log, "load", 2);
    expect(findHostEnd(once, log.events)).toBeNull();
  });

  it("begins anew when the tool succeeds in between", () => {
    const log = begun();
    fail(log, "read", 1);
    pass(log, "read", 2);
    fail(log, "read", 3);
    expect(findHostEnd(once, log.events)).toBeNull();
    fail(log, "read", 4);
    expect(findHostEnd(once, log.events)).not.toBeNull();
  });

  it("takes the errors of one step for one, and a success beside them for none", () => {
    const log = begun();
    fail(log, "read", 1);
    fail(log, "read", 1);
    expect(findHostEnd(once, log.events)).toBeNull();
    pass(log, "read", 1);
    fail(log, "read", 2);
    expect(findHostEnd(once, log.events)?.errors).toHaveLength(2);
  });

  it.each(["unanswered", "too-many-calls", "too-large"] as const)(
    "does not count %s, which is ours",
    (rule) => {
      const log = begun();
      fail(log, "read", 1, rule);
      fail(log, "read", 2);
      expect(findHostEnd(once, log.events)).toBeNull();
      fail(log, "read", 3, rule);
      expect(findHostEnd(once, log.events)).toBeNull();
    },
  );

  it("has nothing to say of an empty log, nor of what a person asked for", () => {
    expect(findHostEnd(once, [])).toBeNull();
    const log = begun();
    log.add("request-refused", { call: null });
    log.add("request-refused", { call: null });
    expect(findHostEnd(once, log.events)).toBeNull();
  });
});

describe("countMisses", () => {
  it("counts files that this tool asked for in vain", () => {
    const log = begun();
    fail(log, "read", 1);
    fail(log, "read", 2, "outside-package");
    fail(log, "read", 3, "invalid-arguments");
    fail(log, "run", 4);
    expect([countMisses(log.events, "read"), countMisses(log.events, "run")]).toEqual([2, 1]);
  });
});
