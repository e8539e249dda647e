import { afterAll, beforeAll, expect, it } from "vitest";
import { interruptExpiredRuns } from "@/lib/sessions/commands/interrupt-expired-runs";
import { openRun } from "@/lib/sessions/commands/open-run";
import { openOtlp } from "@/lib/telemetry/adapters/otlp";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { type Collector, readSpans, startCollector } from "@/lib/testing/servers/collector";
import { aTriageConversation } from "@/lib/testing/sessions/rehearsals";
import { aRunStarted } from "@/lib/testing/sessions/skill-sessions";
import { runEnded } from "./running-runs";
import { startRun } from "./start-run";

const { db } = testDatabase();
const message = "Checkout is down, triage the incident";
let collector: Collector;
let before: typeof globalThis.greenroomTelemetry;
beforeAll(async () => {
  collector = await startCollector();
  before = globalThis.greenroomTelemetry;
  const traces = { url: `${collector.url}/v1/traces`, headers: {} };
  const settings = { logs: null, timeoutMs: 2_000, serviceName: "greenroom", resource: {}, text: false };
  globalThis.greenroomTelemetry = { sender: openOtlp({ ...settings, traces }, "1.2.3"), text: false };
});
afterAll(async () => {
  await globalThis.greenroomTelemetry?.sender.close();
  globalThis.greenroomTelemetry = before;
  await collector.close();
});

async function sentSpans() {
  await new Promise((resolve) => setImmediate(resolve));
  await globalThis.greenroomTelemetry?.sender.flush();
  return collector.requests.flatMap(({ body }) => readSpans(body));
}

it("tells a collector of a rehearsal: the run, its steps, the activation, and why each skill was chosen", async () => {
  const context = await aContext(db);
  const conversation = await aTriageConversation(context);
  const run = await startRun(context, { conversation: conversation.id, message });
  await runEnded(run.id);
  const spans = (await sentSpans()).filter(({ traceId }) => traceId === context.traceId);
  const root = spans.find(({ parentSpanId }) => parentSpanId === "");
  expect(root?.attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.conversation.id": conversation.id,
    "greenroom.run.id": run.id,
    "greenroom.outcome": "done",
  });
  expect(root?.events.find(({ name }) => name === "greenroom.skill")?.attributes).toMatchObject({
    "gen_ai.skill.name": "incident-triage",
    "greenroom.skill.state": "activated",
    "greenroom.skill.place": 1,
  });
  const names = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name);
  expect(names).toContain("chat Rehearsal");
  expect(names.some((name) => /^execute_tool \S+ incident-triage$/.test(name))).toBe(true);
  expect(JSON.stringify(spans)).not.toContain("Checkout is down");
  for (const { startMs, endMs } of spans) {
    expect(startMs).toBeGreaterThanOrEqual(root?.startMs ?? 0);
    expect(endMs).toBeLessThanOrEqual(root?.endMs ?? 0);
  }
});

it("tells of a run whose server was lost, by the server that finds it", async () => {
  const context = await aContext(db);
  const conversation = await aTriageConversation(context);
  const { run } = await openRun(context, {
    conversation: conversation.id,
    requestKey: null,
    owner: "another server",
    started: aRunStarted(message),
  });
  await db.$executeRaw`UPDATE "Run" SET "leaseUntil" = now() - interval '1 hour' WHERE id = ${run.id}::uuid`;
  await interruptExpiredRuns({ db }, { conversationId: conversation.id });
  const roots = (await sentSpans()).filter(({ attributes }) => attributes["greenroom.run.id"] === run.id);
  expect(roots).toMatchObject([
    { status: { code: 2 }, attributes: { "greenroom.outcome": "interrupted", "error.type": "SERVER_LOST" } },
  ]);
});
