import { historyField } from "@/lib/hosts/history-field";
import type { WireProtocol } from "./gateway-options";

type Json = Record<string, unknown>;

/** A body's history, item by item, and all that stands around it; null when there is no history in it. */
export function splitRequest(protocol: WireProtocol, body: unknown): { head: Json; items: unknown[] } | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const field = historyField[protocol];
  const { [field]: history, ...head }: Json = { ...body };
  if (typeof history === "string" && protocol === "responses") return { head, items: [history] };
  return Array.isArray(history) ? { head, items: history } : null;
}

/** The body that `splitRequest` took apart. A text that stood for a history comes back as one. */
export function withHistory(protocol: WireProtocol, head: unknown, items: readonly unknown[]): Json {
  const [only] = items;
  const history = protocol === "responses" && items.length === 1 && typeof only === "string" ? only : items;
  return { ...(typeof head === "object" ? head : {}), [historyField[protocol]]: history };
}
