import type { HostPart } from "@/lib/hosts/host-traffic";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import type { Sha256 } from "@/lib/runtime/ports";
import type { WireProtocol } from "./gateway-options";
import { withHistory } from "./split-request";

/** Items that one answer becomes in a history: its words, thoughts and calls. */
const mostItems = 50;

/**
 * Tells answers apart by their words and their first call: what stands behind that may lie between results in a
 * history, and hosts set blanks as they like. Null for an answer that says and calls nothing.
 */
export function digestAnswer(parts: readonly HostPart[], digest: Sha256): string | null {
  const text = parts
    .map((part) => (part.kind === "text" ? part.text : ""))
    .join("")
    .replaceAll(/\s/g, "");
  const call = parts.find((part) => part.kind === "call");
  if (text === "" && !call) return null;
  return digest(JSON.stringify([text, call?.tool ?? null, JSON.stringify(call?.input ?? null, inOrder)]));
}

/** The same of what a history has behind its first `size` items. */
export function digestBehind(
  protocol: WireProtocol,
  items: readonly unknown[],
  { size, digest }: { size: number; digest: Sha256 },
): string | null {
  const behind = items.slice(size, size + mostItems);
  const { messages } = readHostRequest(protocol, withHistory(protocol, {}, behind)) ?? { messages: [] };
  const end = messages.findIndex(({ role }) => role !== "assistant");
  const answer = end < 0 ? messages : messages.slice(0, end);
  return digestAnswer(
    answer.flatMap(({ parts }) => parts),
    digest,
  );
}

/** The order of an object's fields says nothing. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;
