import "server-only";
import { newTraceId } from "@/lib/platform/crypto";

/** A request that carries a key is a program's: its cookies, if it has any, count for nothing. */
export function hasBearer(headers: Headers): boolean {
  return /^bearer\b/i.test(headers.get("authorization") ?? "");
}

/** W3C trace context's trace id (https://www.w3.org/TR/trace-context/); behind the front door every request has one. */
export function traceIdOf(headers: Headers): string {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(headers.get("traceparent") ?? "");
  return match?.[1] ?? newTraceId();
}

/** The caller's address. The front door has put it there, whatever the caller wrote. */
export function addressOf(headers: Headers): string | null {
  return headers.get("x-forwarded-for");
}

/** The host that somebody asked for, with its port: what the front door believes of a proxy, else the request's own. */
export function hostOf({ headers, url }: Pick<Request, "headers" | "url">): string {
  return headers.get("x-forwarded-host") ?? headers.get("host") ?? new URL(url).host;
}
