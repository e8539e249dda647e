import { describe, expect, it } from "vitest";
import { type WireErrorKind, wireErrorResponse } from "./wire-error";

const kinds: WireErrorKind[] = [
  ...(["key", "not-found", "invalid", "too-large", "spent"] as const),
  ...(["busy", "unavailable", "late", "internal"] as const),
];

const told = (protocol: Parameters<typeof wireErrorResponse>[0]) =>
  Promise.all(
    kinds.map(async (kind) => {
      const response = wireErrorResponse(protocol, { kind, message: "Why." });
      expect(response.headers.get("content-type")).toBe("application/json");
      return [response.status, await response.json()];
    }),
  );

describe("a refusal of the gateway", () => {
  it("has the shape of Anthropic's", async () => {
    const error = (status: number, type: string) => [
      status,
      { type: "error", error: { type, message: "Why." } },
    ];
    expect(await told("messages")).toEqual([
      error(401, "authentication_error"),
      error(404, "not_found_error"),
      error(400, "invalid_request_error"),
      error(413, "request_too_large"),
      error(402, "billing_error"),
      error(429, "rate_limit_error"),
      error(503, "api_error"),
      error(504, "timeout_error"),
      error(500, "api_error"),
    ]);
  });

  it("has the shape of OpenAI's in both of its languages", async () => {
    const error = (status: number, code: string, type = "invalid_request_error") => [
      status,
      { error: { message: "Why.", type, param: null, code } },
    ];
    const expected = [
      error(401, "invalid_api_key"),
      error(404, "unknown_url"),
      error(400, "invalid_request"),
      error(413, "request_too_large"),
      error(429, "insufficient_quota", "insufficient_quota"),
      error(429, "rate_limit_exceeded"),
      error(503, "server_error", "server_error"),
      error(504, "server_error", "server_error"),
      error(500, "server_error", "server_error"),
    ];
    expect(await told("responses")).toEqual(expected);
    expect(await told("chat-completions")).toEqual(expected);
  });

  it("has the shape of Google's", async () => {
    const error = (code: number, status: string) => [code, { error: { code, message: "Why.", status } }];
    expect(await told("generate-content")).toEqual([
      error(401, "UNAUTHENTICATED"),
      error(404, "NOT_FOUND"),
      error(400, "INVALID_ARGUMENT"),
      error(413, "INVALID_ARGUMENT"),
      error(403, "PERMISSION_DENIED"),
      error(429, "RESOURCE_EXHAUSTED"),
      error(503, "UNAVAILABLE"),
      error(504, "DEADLINE_EXCEEDED"),
      error(500, "INTERNAL"),
    ]);
  });

  it("says how long to wait where that is known", () => {
    const response = wireErrorResponse("messages", { kind: "busy", message: "Why.", retryAfterSeconds: 5 });
    expect(response.headers.get("retry-after")).toBe("5");
  });
});
