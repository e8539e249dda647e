import type { RunTrace } from "@/lib/runtime/trace-attributes";

/** A line of the server's log. */
export type LogRecord = {
  /** Milliseconds since 1970. */
  atMs: number;
  /** As pino writes it: 30 is information, 40 a warning. */
  level: number;
  body: string;
  attributes: Record<string, string | number | boolean>;
  /** The run that it is of, where it says so. */
  run: { runId: string; traceId: string } | null;
};

/** Takes what it is given at once and sends it when it can; what there is no room for is dropped. Never throws. */
export type TelemetrySender = {
  sendTrace(trace: RunTrace): void;
  sendLog(record: LogRecord): void;
  /** Sends what waits. Resolves whether or not that succeeded, within the exporter's time. */
  flush(): Promise<void>;
  /** The same, and then nothing more is taken. */
  close(): Promise<void>;
};
