import { afterEach, describe, expect, it } from "vitest";
import { metrics } from "@/lib/platform/metrics";
import type { TelemetrySettings } from "@/lib/platform/telemetry-settings";
import { describeTrace } from "@/lib/runtime/describe-trace";
import type { RunTrace } from "@/lib/runtime/trace-attributes";
import { type Collector, readLogs, readSpans, startCollector } from "@/lib/testing/servers/collector";
import { anId, SessionLog } from "@/lib/testing/sessions/session-log";
import { openOtlp } from "./otlp";

let collector: Collector | undefined;
afterEach(async () => {
  await collector?.close();
  collector = undefined;
});

const settingsFor = (url: string, more: Partial<TelemetrySettings> = {}): TelemetrySettings => ({
  traces: { url: `${url}/v1/traces`, headers: { authorization: "Basic abc" } },
  logs: { url: `${url}/v1/logs`, headers: {} },
  timeoutMs: 500,
  serviceName: "greenroom-test",
  resource: { "deployment.environment.name": "test" },
  text: false,
  ...more,
});

function aTrace(): RunTrace {
  const log = new SessionLog();
  log.add("run-started");
  log.add("catalogue-injected");
  log.add("model-step", { cost: 0.25 });
  log.add("skill-activated", {
    call: { id: "call-1", toolName: "activate_skill", input: {}, step: 1 },
  });
  log.add("request-refused", { call: { id: "call-2", toolName: "read_skill_resource", input: {}, step: 1 } });
  log.add("run-finished");
  const trace = describeTrace(log.events, { runId: anId(101), text: false });
  if (!trace) throw new Error("no trace");
  return trace;
}
const failed = async () => {
  const { values } = await metrics().telemetryItems.get();
  return values.filter(({ labels }) => labels.result === "failed").reduce((sum, { value }) => sum + value, 0);
};

describe("openOtlp", () => {
  it("sends a run as one span with its steps, activations and refusals below it", async () => {
    collector = await startCollector();
    const sender = openOtlp(settingsFor(collector.url), "1.2.3");
    sender.sendTrace(aTrace());
    await sender.close();
    const [request] = collector.requests;
    expect(request?.path).toBe("/v1/traces");
    expect(request?.headers).toMatchObject({
      authorization: "Basic abc",
      "content-type": "application/x-protobuf",
    });
    const spans = readSpans(request?.body ?? Buffer.alloc(0));
    const root = spans.find(({ parentSpanId }) => parentSpanId === "");
    expect(root).toMatchObject({
      name: "invoke_agent On-call assistant",
      traceId: "7be1f40a".padEnd(32, "0"),
      kind: 1,
      resource: {
        "service.name": "greenroom-test",
        "service.version": "1.2.3",
        "deployment.environment.name": "test",
      },
    });
    expect((root?.endMs ?? 0) - (root?.startMs ?? 0)).toBe(500);
    expect(root?.events.map(({ name }) => name)).toContain("greenroom.skill");
    const children = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
    expect(children.map(({ name }) => name)).toEqual([
      "chat Rehearsal",
      "execute_tool activate_skill incident-triage",
      "execute_tool read_skill_resource incident-triage ../../oncall/rota.yaml",
    ]);
    expect(children[0]?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.usage.input_tokens": 1_228,
      "gen_ai.response.finish_reasons": ["stop"],
      "greenroom.cost_usd": 0.25,
    });
    expect(children[2]).toMatchObject({
      status: { code: 2, message: "The path leaves the package." },
      attributes: { "error.type": "outside-package" },
    });
  });

  it("names the same run's spans by the same ids, and joins a log line to its run", async () => {
    collector = await startCollector();
    const sender = openOtlp(settingsFor(collector.url), "1.2.3");
    sender.sendTrace(aTrace());
    sender.sendTrace(aTrace());
    const run = { runId: anId(101), traceId: "7be1f40a".padEnd(32, "0") };
    sender.sendLog({ atMs: 1_000, level: 40, body: "a run failed", attributes: { "greenroom.a": 1 }, run });
    sender.sendLog({ atMs: 2_000, level: 30, body: "started", attributes: {}, run: null });
    await sender.close();
    const bodies = (path: string) =>
      collector?.requests.filter((request) => request.path === path).map(({ body }) => body) ?? [];
    const spans = bodies("/v1/traces").flatMap(readSpans);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length / 2);
    const root = spans.find(({ parentSpanId }) => parentSpanId === "");
    expect(bodies("/v1/logs").flatMap(readLogs)).toMatchObject([
      {
        atMs: 1_000,
        severity: "WARN",
        body: "a run failed",
        attributes: { "greenroom.a": 1 },
        traceId: root?.traceId,
        spanId: root?.spanId,
      },
      { atMs: 2_000, severity: "INFO", body: "started", traceId: "" },
    ]);
  });

  it("never waits for a collector that does not answer, keeps a bounded queue, and gives up at the end", async () => {
    collector = await startCollector(() => null);
    const sender = openOtlp(settingsFor(collector.url), "1.2.3");
    const trace = aTrace();
    const before = await failed();
    const begun = performance.now();
    for (let run = 0; run < 5_000; run++) sender.sendTrace(trace);
    const each = (performance.now() - begun) / 5_000;
    expect(each).toBeLessThan(5);
    await sender.close();
    // The batch that was under way, and what fits into the queue behind it; the other 15,000 spans were dropped.
    await expect.poll(async () => (await failed()) - before, { timeout: 20_000 }).toBe(512 + 4_096);
  }, 30_000);

  it("counts what a collector that is not there was to get", async () => {
    collector = await startCollector();
    const { url } = collector;
    await collector.close();
    collector = undefined;
    const before = await failed();
    const sender = openOtlp(settingsFor(url), "1.2.3");
    sender.sendTrace(aTrace());
    await sender.close();
    expect((await failed()) - before).toBe(4);
  });

  it("sends one signal alone where the other has no address", async () => {
    collector = await startCollector();
    const sender = openOtlp(settingsFor(collector.url, { traces: null }), "1.2.3");
    sender.sendTrace(aTrace());
    sender.sendLog({ atMs: 1, level: 20, body: "x", attributes: {}, run: null });
    await sender.close();
    expect(collector.requests.map(({ path }) => path)).toEqual(["/v1/logs"]);
  });

  it("gives each of pino's levels its name", async () => {
    collector = await startCollector();
    const sender = openOtlp(settingsFor(collector.url, { traces: null }), "1.2.3");
    for (const level of [10, 20, 30, 40, 50, 60])
      sender.sendLog({ atMs: 1, level, body: "x", attributes: {}, run: null });
    await sender.close();
    const levels = collector.requests.flatMap(({ body }) => readLogs(body)).map(({ severity }) => severity);
    expect(levels).toEqual(["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]);
  });
});
