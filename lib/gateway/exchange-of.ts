import type { AskedOfModel } from "./answer-host";
import type { SeenExchange } from "./ports";

/** What is known of an exchange before it is answered. */
export type BegunExchange = Pick<
  SeenExchange,
  | "id"
  | "at"
  | "protocol"
  | "modelAsked"
  | "modelId"
  | "request"
  | "requestBytes"
  | "userAgent"
  | "sessionName"
>;

export function exchangeOf(
  { request: { headers }, endpoint }: AskedOfModel,
  { body, modelAsked, modelId }: { body: Uint8Array; modelAsked: string; modelId: string },
): BegunExchange {
  return {
    id: crypto.randomUUID(),
    at: new Date(),
    protocol: endpoint.protocol,
    modelAsked,
    modelId,
    request: body,
    requestBytes: body.byteLength,
    userAgent: headers.get("user-agent") ?? "",
    sessionName:
      headers.get("x-claude-code-session-id") ?? headers.get("session-id") ?? headers.get("session_id"),
  };
}
