import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Seconds. A request that asks nobody takes one thousandth, one that reads a large package a second. */
const requestSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const querySeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];
const jobSeconds = [0.01, 0.1, 1, 10, 60, 600];

type Metrics = ReturnType<typeof openMetrics>;
declare global {
  var greenroomMetrics: Metrics | undefined;
}

/** What this process counts of itself. Pages and routes are separate bundles of it: they count in the same place. */
export function metrics(): Metrics {
  globalThis.greenroomMetrics ??= openMetrics();
  return globalThis.greenroomMetrics;
}

/**
 * Every metric there is. Labels take few values, all of them ours: no name of a skill, person or workspace is one, so
 * that what a scrape costs does not grow with what is stored.
 */
function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `greenroom_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `greenroom_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    { labelNames, buckets }: { labelNames: readonly Label[]; buckets: number[] },
  ) => new Histogram({ name: `greenroom_${name}`, help, labelNames, buckets, registers });
  // Event loop, memory, garbage collection, file descriptors: named as with every Node.js program.
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    info: gauge("build_info", "Always 1; says which release answers.", ["version"]),
    requests: histogram("http_request_duration_seconds", "Requests until their answer began.", {
      labelNames: ["method", "route", "status"],
      buckets: requestSeconds,
    }),
    streams: gauge("streams_open", "Event streams that somebody follows.", ["route"]),
    runsStarted: counter("runs_started_total", "Runs of conversations that this server has started.", []),
    runsEnded: counter("runs_ended_total", "Runs that this server has ended.", ["state"]),
    skillEvents: counter("skill_events_total", "What happened with skills.", ["type", "surface"]),
    modelCalls: counter("model_calls_total", "Requests to models that were paid for.", ["provider"]),
    modelTokens: counter("model_tokens_total", "Tokens of those requests.", ["provider", "kind"]),
    modelCost: counter("model_cost_usd_total", "US dollars, where the price is known.", ["provider"]),
    gatewayExchanges: counter("gateway_exchanges_total", "Requests of hosts that went by.", [
      "protocol",
      "ending",
    ]),
    gatewayFirstByte: histogram("gateway_first_byte_seconds", "From a host's request to its first byte.", {
      labelNames: ["protocol"],
      buckets: requestSeconds,
    }),
    deliveries: counter("deliveries_total", "Answers with skills or what is known of them.", ["door"]),
    telemetryItems: counter("telemetry_items_total", "Spans and log lines for a collector: sent, failed.", [
      "signal",
      "result",
    ]),
    jobRuns: counter("job_runs_total", "Rounds of background work.", ["job", "result"]),
    jobSeconds: histogram("job_duration_seconds", "How long a round took.", {
      labelNames: ["job"],
      buckets: jobSeconds,
    }),
    jobs: gauge("jobs", "Work on record, the same on every server.", ["kind", "state"]),
    oldestJob: gauge("jobs_oldest_seconds", "Age of the oldest that is not over.", ["kind"]),
    connections: gauge("database_connections", "Connections to the database.", ["pool", "state"]),
    queries: histogram("database_query_duration_seconds", "Statements, with their way there and back.", {
      labelNames: [],
      buckets: querySeconds,
    }),
    cacheLooks: counter("cache_looks_total", "Looks into memory: hit, miss.", ["cache", "result"]),
    cacheBytes: gauge("cache_bytes", "What a cache holds, estimated.", ["cache"]),
  };
}

/** Which of the ways to fetch skills was used. */
export type DeliveryDoor = "git" | "index" | "mcp" | "rest";

/** Seconds since `begun`, which is of `performance.now()`. */
export const secondsSince = (begun: number): number => (performance.now() - begun) / 1000;
