import { describe, expect, it } from "vitest";
import { readLogLine } from "./read-log-line";

const line = (more: object) => JSON.stringify({ level: 30, time: 1_000, pid: 7, msg: "request", ...more });

describe("readLogLine", () => {
  it("keeps a line's words, time, level and plain values, and writes the others as JSON", () => {
    expect(readLogLine(line({ status: 200, route: "/x", isNew: true, names: ["a"], gone: null }))).toEqual({
      atMs: 1_000,
      level: 30,
      body: "request",
      attributes: {
        "greenroom.status": 200,
        "greenroom.route": "/x",
        "greenroom.isNew": true,
        "greenroom.names": '["a"]',
      },
      run: null,
    });
  });

  it("tells an error by the conventions' names", () => {
    const read = readLogLine(line({ err: { type: "Error", message: "no", stack: "Error: no\n at x" } }));
    expect(read?.attributes).toEqual({
      "exception.type": "Error",
      "exception.message": "no",
      "exception.stacktrace": "Error: no\n at x",
    });
  });

  it("finds the run only by a trace id that is one", () => {
    const traceId = "7".repeat(32);
    expect(readLogLine(line({ runId: "r", traceId }))?.run).toEqual({ runId: "r", traceId });
    expect(readLogLine(line({ runId: "r", traceId: "t" }))?.run).toBeNull();
    expect(readLogLine(line({ traceId }))?.run).toBeNull();
  });

  it("takes what is no line for none", () => {
    for (const other of ["", "plain text", "[]", '{"level":"info"}', "null"])
      expect(readLogLine(other)).toBeNull();
  });
});
