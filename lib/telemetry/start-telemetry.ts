import "server-only";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { readLogLine } from "./read-log-line";
import "./trace-run";

/**
 * Has runs and log lines told to the collector that the operator named; without one, nothing of it is even loaded.
 * Once the server is asked to stop, what is left goes at once. Returns what ends it.
 */
export async function startTelemetry(version: string): Promise<() => Promise<void>> {
  const settings = env().telemetry;
  if (!settings) return async () => {};
  const { openOtlp } = await import("./adapters/otlp");
  const sender = openOtlp(settings, version);
  globalThis.greenroomTelemetry = { sender, text: settings.text };
  globalThis.greenroomLogTap = (line) => {
    const record = readLogLine(line);
    if (record) sender.sendLog(record);
  };
  const flush = () => void sender.flush();
  stopping().addEventListener("abort", flush, { once: true });
  log.info({ traces: settings.traces?.url, logs: settings.logs?.url }, "telling an OpenTelemetry collector");
  return async () => {
    stopping().removeEventListener("abort", flush);
    globalThis.greenroomTelemetry = undefined;
    globalThis.greenroomLogTap = undefined;
    await sender.close();
  };
}
