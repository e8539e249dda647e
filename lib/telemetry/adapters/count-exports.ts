import "server-only";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";

type Result = { code: number; error?: Error };
type Exporter<Item> = { export(items: Item[], done: (result: Result) => void): void };

/** `ExportResultCode.SUCCESS` of `@opentelemetry/core`. */
const success = 0;
/** A collector that is away fails every second: it is told once, and again after so long. */
const sayAgainMs = 5 * 60_000;

/** Counts what an exporter sent and what it had to give up, and tells the operator's log of a collector that does not take it. */
export function countExports<Item, Sender extends Exporter<Item>>(
  signal: "traces" | "logs",
  exporter: Sender & Exporter<Item>,
  now: () => number = () => performance.now(),
): Sender {
  let saidAt: number | null = null;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const isSent = result.code === success;
      metrics().telemetryItems.inc({ signal, result: isSent ? "sent" : "failed" }, items.length);
      if (!isSent && (saidAt === null || now() - saidAt > sayAgainMs)) {
        saidAt = now();
        log.warn({ signal, reason: result.error?.message }, "the OpenTelemetry collector took nothing");
      }
      if (isSent) saidAt = null;
      done(result);
    });
  return exporter;
}
