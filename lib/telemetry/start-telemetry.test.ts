import { afterEach, describe, expect, it, vi } from "vitest";
import { type Collector, readLogs, readSpans, startCollector } from "@/lib/testing/servers/collector";
import { anId, SessionLog } from "@/lib/testing/sessions/session-log";
import { startTelemetry } from "./start-telemetry";
import { traceRun } from "./trace-run";

let collector: Collector | undefined;
const environment = { ...process.env };
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  globalThis.greenroomEnv = undefined;
  await collector?.close();
  collector = undefined;
});
function asked(variables: Record<string, string>): void {
  const needed = { DATABASE_URL: "postgresql://x@127.0.0.1/x", GREENROOM_SECRET: "s".repeat(32) };
  for (const [name, value] of Object.entries({ ...needed, ...variables })) process.env[name] ??= value;
  globalThis.greenroomEnv = undefined;
}

function aRun(): SessionLog {
  const log = new SessionLog();
  log.add("run-started");
  log.add("run-finished");
  return log;
}
const turned = () => new Promise((resolve) => setImmediate(resolve));

describe("startTelemetry", () => {
  it("does nothing and loads nothing where no collector is named", async () => {
    asked({});
    const stop = await startTelemetry("1.2.3");
    expect(globalThis.greenroomTelemetry).toBeUndefined();
    expect(globalThis.greenroomLogTap).toBeUndefined();
    traceRun(anId(101), aRun().events);
    await stop();
  });

  it("tells the collector of runs and log lines until it is stopped", async () => {
    collector = await startCollector();
    asked({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "room" });
    const stop = await startTelemetry("1.2.3");
    traceRun(anId(101), aRun().events);
    globalThis.greenroomLogTap?.('{"level":40,"time":1795834580141,"msg":"a run failed"}\n');
    globalThis.greenroomLogTap?.("no line of a log");
    await turned();
    await stop();
    traceRun(anId(101), aRun().events);
    await turned();
    const sent = (path: string) =>
      collector?.requests.filter((request) => request.path === path).map(({ body }) => body) ?? [];
    expect(sent("/v1/traces").flatMap(readSpans)).toMatchObject([
      { name: "invoke_agent On-call assistant", resource: { "service.name": "room" } },
    ]);
    expect(
      sent("/v1/logs")
        .flatMap(readLogs)
        .map(({ body }) => body),
    ).toEqual(["a run failed"]);
  });

  it("does not let a log that it cannot read harm anybody", async () => {
    asked({});
    const sendTrace = vi.fn(() => {
      throw new Error("full");
    });
    const ended = async () => {};
    globalThis.greenroomTelemetry = {
      sender: { sendTrace, sendLog: () => {}, flush: ended, close: ended },
      text: false,
    };
    traceRun(anId(101), aRun().events);
    traceRun(anId(102), aRun().events);
    await turned();
    await turned();
    expect(sendTrace).toHaveBeenCalledTimes(1);
    globalThis.greenroomTelemetry = undefined;
  });
});
