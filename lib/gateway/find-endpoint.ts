import type { WireProtocol } from "./gateway-options";

/** What one address below a key stands for. */
export type WireEndpoint =
  /** A request for an answer of the model. `model`: named by the address; null where the body names it. */
  | { kind: "turn"; protocol: WireProtocol; path: string; model: string | null }
  /** How many tokens a request would have: nothing is spent, nothing recorded. */
  | { kind: "count"; protocol: WireProtocol; path: string; model: string | null }
  /** Which models there are: always the one. */
  | { kind: "models"; protocol: WireProtocol };

const fixed: Readonly<Record<string, { kind: "turn" | "count"; protocol: WireProtocol } | undefined>> = {
  "POST messages": { kind: "turn", protocol: "messages" },
  "POST messages/count_tokens": { kind: "count", protocol: "messages" },
  "POST responses": { kind: "turn", protocol: "responses" },
  "POST responses/input_tokens": { kind: "count", protocol: "responses" },
  "POST chat/completions": { kind: "turn", protocol: "chat-completions" },
};

const ofModel = /^models\/([^/:]{1,200}):(generateContent|streamGenerateContent|countTokens)$/;

/**
 * Which of a protocol's operations a request means; null for everything else, as it could reach more of the provider's
 * account than its model. `path` is below the API's version, and names the model that `modelId` says. The API's version
 * may be left out.
 */
export function findEndpoint(
  method: string,
  path: string,
  headers: Headers,
  modelId: string,
): WireEndpoint | null {
  const below = path.replace(/^\/+/, "").replace(/^v1(?:beta|alpha)?\d*\//, "");
  const known = fixed[`${method} ${below}`];
  if (known) return { ...known, path: `/${below}`, model: null };
  const [, name, action] = (method === "POST" && ofModel.exec(below)) || [];
  if (name !== undefined && action !== undefined)
    return {
      kind: action === "countTokens" ? "count" : "turn",
      protocol: "generate-content",
      path: `/models/${encodeURIComponent(modelId)}:${action}`,
      model: safelyDecoded(name),
    };
  return method === "GET" && below === "models"
    ? { kind: "models", protocol: guessProtocol(path, headers) }
    : null;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whose words a refusal is in where the address names no operation. */
export function guessProtocol(path: string, headers: Headers): WireProtocol {
  if (
    /(?:^|\/)v1(?:beta|alpha)|:\w*generateContent|:countTokens/i.test(path) ||
    headers.has("x-goog-api-key")
  )
    return "generate-content";
  return headers.has("anthropic-version") || path.includes("/messages") ? "messages" : "responses";
}
