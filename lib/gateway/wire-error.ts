import type { WireProtocol } from "./gateway-options";

/** Why the gateway itself answers, and not a model. */
export type WireErrorKind =
  | "key"
  | "not-found"
  | "invalid"
  | "too-large"
  | "spent"
  | "busy"
  | "unavailable"
  | "late"
  | "internal";

/** Each protocol's own status and word: hosts go by them when they decide whether to ask again. */
const ofMessages = {
  key: [401, "authentication_error"],
  "not-found": [404, "not_found_error"],
  invalid: [400, "invalid_request_error"],
  "too-large": [413, "request_too_large"],
  spent: [402, "billing_error"],
  busy: [429, "rate_limit_error"],
  unavailable: [503, "api_error"],
  late: [504, "timeout_error"],
  internal: [500, "api_error"],
} as const satisfies Record<WireErrorKind, readonly [number, string]>;

const ofOpenAi = {
  key: [401, "invalid_api_key"],
  "not-found": [404, "unknown_url"],
  invalid: [400, "invalid_request"],
  "too-large": [413, "request_too_large"],
  spent: [429, "insufficient_quota"],
  busy: [429, "rate_limit_exceeded"],
  unavailable: [503, "server_error"],
  late: [504, "server_error"],
  internal: [500, "server_error"],
} as const satisfies Record<WireErrorKind, readonly [number, string]>;

const ofGemini = {
  key: [401, "UNAUTHENTICATED"],
  "not-found": [404, "NOT_FOUND"],
  invalid: [400, "INVALID_ARGUMENT"],
  "too-large": [413, "INVALID_ARGUMENT"],
  spent: [403, "PERMISSION_DENIED"],
  busy: [429, "RESOURCE_EXHAUSTED"],
  unavailable: [503, "UNAVAILABLE"],
  late: [504, "DEADLINE_EXCEEDED"],
  internal: [500, "INTERNAL"],
} as const satisfies Record<WireErrorKind, readonly [number, string]>;

const openAiType = (status: number, code: string): string =>
  code === "insufficient_quota" || status >= 500 ? code : "invalid_request_error";

/** Thrown on the way to a model; becomes an answer in the words of the host's protocol. */
export class WireError extends Error {
  override readonly name = "WireError";

  constructor(
    readonly kind: WireErrorKind,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/**
 * A refusal in the protocol's own shape: https://docs.anthropic.com/en/api/errors,
 * https://platform.openai.com/docs/guides/error-codes, https://cloud.google.com/apis/design/errors.
 */
export function wireErrorResponse(
  protocol: WireProtocol,
  { kind, message, retryAfterSeconds }: Pick<WireError, "kind" | "message" | "retryAfterSeconds">,
): Response {
  const { status, body } = shapes[protocol](kind, message);
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
  });
}

type Shape = (kind: WireErrorKind, message: string) => { status: number; body: object };

const openAiShape: Shape = (kind, message) => {
  const [status, code] = ofOpenAi[kind];
  return { status, body: { error: { message, type: openAiType(status, code), param: null, code } } };
};

const shapes: Record<WireProtocol, Shape> = {
  messages(kind, message) {
    const [status, type] = ofMessages[kind];
    return { status, body: { type: "error", error: { type, message } } };
  },
  responses: openAiShape,
  "chat-completions": openAiShape,
  "generate-content"(kind, message) {
    const [code, status] = ofGemini[kind];
    return { status: code, body: { error: { code, message, status } } };
  },
};
