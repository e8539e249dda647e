import { describe, expect, it } from "vitest";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { aRequest } from "@/lib/testing/sessions/executions";
import type { ExecutionBackend, ExecutionResult } from "./ports";
import { runExecution } from "./run-execution";

/** Runs until it is told to end. */
function heldBackend() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const backend: ExecutionBackend = {
    id: "held",
    about: "Held until it is let go.",
    run: (request) => {
      begun.push(request.command);
      return new Promise((resolve) => ends.push(() => resolve(done)));
    },
  };
  return { backend, begun, endNext: () => ends.shift()?.() };
}

const done: ExecutionResult = {
  end: "exited",
  exitCode: 0,
  stdout: { text: "", bytes: 0 },
  stderr: { text: "", bytes: 0 },
  made: [],
  madeOmitted: 0,
  observed: {
    commands: [],
    commandsOmitted: 0,
    filesRead: [],
    filesWritten: [],
    hosts: [],
    missing: { commands: [], modules: [] },
  },
  waitedMs: 0,
  startedMs: 0,
  ranMs: 0,
};

const setup = (limits: Partial<ConstructorParameters<typeof ConcurrencySlots>[0]> = {}) => {
  const held = heldBackend();
  const places = new ConcurrencySlots({ each: 1, all: 1, waiting: 1, waitMs: 60_000, ...limits });
  const start = (command: string, workspaceId = "w", signal = new AbortController().signal) =>
    runExecution(aRequest(command), { backend: held.backend, workspaceId, signal, tell: () => {}, places });
  return { ...held, start };
};

describe("runExecution", () => {
  it("starts one after the other, and gives a place back when it ends", async () => {
    const { start, begun, endNext } = setup();
    const first = start("first");
    const second = start("second");
    await Promise.resolve();
    expect(begun).toEqual(["first"]);
    endNext();
    expect(await first).toMatchObject({ end: "exited" });
    await expect.poll(() => begun).toEqual(["first", "second"]);
    endNext();
    expect(await second).toMatchObject({ end: "exited" });
  });

  it("starts nothing when too many wait", async () => {
    const { start, begun, endNext } = setup({ waiting: 0 });
    const first = start("first");
    expect(await start("second")).toMatchObject({ end: "busy", exitCode: null });
    endNext();
    await first;
    expect(begun).toEqual(["first"]);
  });

  it("leaves the line when it is stopped", async () => {
    const { start, begun, endNext } = setup();
    const first = start("first");
    const stopped = new AbortController();
    const second = start("second", "w", stopped.signal);
    stopped.abort();
    expect(await second).toMatchObject({ end: "stopped" });
    endNext();
    await first;
    expect(begun).toEqual(["first"]);
  });

  it("gives a place back when a backend fails", async () => {
    const places = new ConcurrencySlots({ each: 1, all: 1, waiting: 1, waitMs: 60_000 });
    const options = { workspaceId: "w", signal: new AbortController().signal, tell: () => {}, places };
    const broken = { ...heldBackend().backend, run: () => Promise.reject(new Error("broken")) };
    await expect(runExecution(aRequest("a"), { ...options, backend: broken })).rejects.toThrow("broken");
    await expect(runExecution(aRequest("b"), { ...options, backend: broken })).rejects.toThrow("broken");
  });
});
