import "server-only";
import { type DeliveryDoor, metrics } from "@/lib/platform/metrics";

export type AnsweredRequest = {
  method: string;
  /** The pattern, never the address. */
  route: string;
  path: string;
  status: number;
  seconds: number;
};

/** Counts one answered request, and what it delivered. */
export function countRequest({ method, route, path, status, seconds }: AnsweredRequest): void {
  metrics().requests.observe({ method: knownMethod(method), route, status }, seconds);
  const door = deliveryDoorOf(route, path);
  if (door && status < 400) metrics().deliveries.inc({ door });
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Callers may make up any word. */
const knownMethod = (method: string): string => (methods.has(method) ? method : "other");

const rest = /^\/api\/v1\/workspaces\/:workspace\/agents\/:agent\/delivery(?:\/|$)/;

/** Null for what delivers nothing. */
export function deliveryDoorOf(route: string, path: string): DeliveryDoor | null {
  if (rest.test(route)) return "rest";
  if (route === "/mcp/:agent") return "mcp";
  if (!route.startsWith("/d/")) return null;
  return (path.split("/")[3] ?? "").endsWith(".git") ? "git" : "index";
}
