import "server-only";
import { z } from "zod";
import { jsonOrNull } from "@/lib/kernel/read-json";
import type { LogRecord } from "./ports";

const errorSchema = z.object({
  type: z.string().optional(),
  message: z.string().optional(),
  stack: z.string().optional(),
});
const lineSchema = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(""),
  err: errorSchema.optional().catch(undefined),
  runId: z.string().optional().catch(undefined),
  traceId: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .catch(undefined),
});

/** A line as the logger writes it; null for what is none. Objects stay as JSON: an attribute is a plain value. */
export function readLogLine(line: string): LogRecord | null {
  const parsed = lineSchema.safeParse(jsonOrNull(line));
  if (!parsed.success) return null;
  const { level, time, msg, err, pid: _, ...rest } = parsed.data;
  const { runId, traceId } = rest;
  return {
    atMs: time,
    level,
    body: msg,
    attributes: {
      ...Object.fromEntries(
        Object.entries(rest).flatMap(([name, value]) =>
          value === null || value === undefined ? [] : [[`greenroom.${name}`, plain(value)] as const],
        ),
      ),
      ...(err?.type ? { "exception.type": err.type } : {}),
      ...(err?.message ? { "exception.message": err.message } : {}),
      ...(err?.stack ? { "exception.stacktrace": err.stack } : {}),
    },
    run: runId && traceId ? { runId, traceId } : null,
  };
}

const plain = (value: unknown): string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : JSON.stringify(value);
