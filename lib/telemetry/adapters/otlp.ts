import "server-only";
import { createHash, randomUUID } from "node:crypto";
import {
  type Context,
  ROOT_CONTEXT,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace as traces,
} from "@opentelemetry/api";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { BatchSpanProcessor, type IdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import { stopping } from "@/lib/platform/stopping";
import type { TelemetrySettings } from "@/lib/platform/telemetry-settings";
import type { RunTrace, TraceSpan } from "@/lib/runtime/trace-attributes";
import type { LogRecord, TelemetrySender } from "../ports";
import { countExports } from "./count-exports";

/** What waits for a collector that is slow or away: so much stays in memory, the rest is dropped and counted. */
const queue = { maxQueueSize: 4_096, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };
/** Of one value: a run's texts may be long, and collectors refuse messages of many megabytes. */
const mostCharacters = 32_768;

/** OTLP over HTTP in protobuf, by OpenTelemetry's own SDK, which keeps the queues and tries again. */
export function openOtlp(settings: TelemetrySettings, version: string): TelemetrySender {
  const resource = resourceFromAttributes({
    "service.name": settings.serviceName,
    "service.version": version,
    "service.instance.id": randomUUID(),
    ...settings.resource,
  });
  const spans = settings.traces
    ? openTraces({ ...settings, target: settings.traces }, { resource, version })
    : null;
  const logs = settings.logs ? openLogs({ ...settings, target: settings.logs }, { resource, version }) : null;
  const all = [spans, logs].filter((one) => one !== null);
  const quietly = async (work: Promise<void>[]) => void (await Promise.allSettled(work));
  const flush = () => quietly(all.map(({ provider }) => provider.forceFlush()));
  return {
    sendTrace: (trace) => {
      spans?.send(trace);
      // Nobody knows how long there is: what ends during a stop goes at once.
      if (stopping().aborted) void flush();
    },
    sendLog: (record) => logs?.send(record),
    flush,
    close: () => quietly(all.map(({ provider }) => provider.shutdown())),
  };
}

type Target = { target: { url: string; headers: Record<string, string> }; timeoutMs: number };
type Facts = { resource: Resource; version: string };

function openTraces({ target, timeoutMs }: Target, { resource, version }: Facts) {
  const ids = new LogIds();
  const exporter = countExports("traces", new OTLPTraceExporter({ ...target, timeoutMillis: timeoutMs }));
  const provider = new TracerProvider({
    resource,
    idGenerator: ids,
    spanLimits: { attributeValueLengthLimit: mostCharacters, eventCountLimit: 512 },
    spanProcessors: [new BatchSpanProcessor({ ...queue, exporter, exportTimeoutMillis: timeoutMs })],
  });
  const tracer = provider.getTracer("greenroom", version);
  return { provider, send: (trace: RunTrace) => sendSpans(trace, tracer, ids) };
}

/** Ids follow from the log: who traces a run again sends the same spans, and a line of the log finds its run. */
class LogIds implements IdGenerator {
  private next = { traceId: "", runId: "", seq: 0 };
  use(next: LogIds["next"]): void {
    this.next = next;
  }
  generateTraceId = (): string => this.next.traceId;
  generateSpanId = (): string => spanIdOf(this.next);
}

const spanIdOf = ({ runId, seq }: { runId: string; seq: number }): string =>
  createHash("sha256").update(`${runId}:${seq}`).digest("hex").slice(0, 16);

/** Of a run as a whole, whatever its first event's place in the conversation. */
const rootSeq = 0;

function sendSpans({ traceId, runId, root, spans }: RunTrace, tracer: Tracer, ids: LogIds): void {
  const send = (span: TraceSpan, seq: number, parent: Context, children: (context: Context) => void) => {
    ids.use({ traceId, runId, seq });
    const kind = span.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const { startMs: startTime, attributes, error } = span;
    const sent = tracer.startSpan(span.name, { kind, startTime, attributes }, parent);
    for (const event of span.events) sent.addEvent(event.name, event.attributes, event.atMs);
    if (error) {
      sent.setAttribute("error.type", error.type);
      sent.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    }
    children(traces.setSpan(parent, sent));
    sent.end(span.endMs);
  };
  send(root, rootSeq, ROOT_CONTEXT, (context) => {
    for (const span of spans) send(span, span.seq, context, () => {});
  });
}

function openLogs({ target, timeoutMs }: Target, { resource, version }: Facts) {
  const exporter = countExports("logs", new OTLPLogExporter({ ...target, timeoutMillis: timeoutMs }));
  const provider = new LoggerProvider({
    resource,
    logRecordLimits: { attributeValueLengthLimit: mostCharacters },
    processors: [new BatchLogRecordProcessor({ ...queue, exporter, exportTimeoutMillis: timeoutMs })],
  });
  const logger = provider.getLogger("greenroom", version);
  return {
    provider,
    send: ({ atMs, level, body, attributes, run }: LogRecord) =>
      logger.emit({
        timestamp: new Date(atMs),
        ...severityOf(level),
        body,
        attributes,
        context: run ? contextOf(run) : ROOT_CONTEXT,
      }),
  };
}

const contextOf = ({ runId, traceId }: { runId: string; traceId: string }): Context =>
  traces.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId: spanIdOf({ runId, seq: rootSeq }),
    traceFlags: TraceFlags.SAMPLED,
  });

/** Pino's levels are in steps of ten, OpenTelemetry's in steps of four. */
function severityOf(level: number): { severityNumber: SeverityNumber; severityText: string } {
  if (level >= 60) return { severityNumber: SeverityNumber.FATAL, severityText: "FATAL" };
  if (level >= 50) return { severityNumber: SeverityNumber.ERROR, severityText: "ERROR" };
  if (level >= 40) return { severityNumber: SeverityNumber.WARN, severityText: "WARN" };
  if (level >= 30) return { severityNumber: SeverityNumber.INFO, severityText: "INFO" };
  if (level >= 20) return { severityNumber: SeverityNumber.DEBUG, severityText: "DEBUG" };
  return { severityNumber: SeverityNumber.TRACE, severityText: "TRACE" };
}
