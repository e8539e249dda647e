import "server-only";
import { newTraceId } from "@/lib/platform/crypto";

/** A request that carries a key is a program's: its cookies, if it has any, count for nothing. */
export function hasBearer(headers: Headers): boolean {
  return /^bearer\b/i.test(headers.get("authorization") ?? "");
}

/** W3C trace context's trace id when the caller sends one (https://www.w3.org/TR/trace-context/), else a new one. */
export function traceIdOf(headers: Headers): string {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(headers.get("traceparent") ?? "");
  return match?.[1] ?? newTraceId();
}

/** The caller's address as the nearest proxy reports it. For the audit trail; never decides anything. */
export function addressOf(headers: Headers): string | null {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? null;
}
