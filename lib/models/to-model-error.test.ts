import { APICallError } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { GuardError } from "@/lib/platform/guarded-fetch";
import { ModelError } from "./model-error";
import { retryAfterMs, toModelError } from "./to-model-error";

const refused = (statusCode: number, body: unknown) =>
  toModelError(
    new APICallError({
      message: "x",
      url: "https://x",
      requestBodyValues: {},
      statusCode,
      responseBody: typeof body === "string" ? body : JSON.stringify(body),
    }),
    "asked",
  );

/** As the providers send them, November 2026. */
describe("what providers refuse with", () => {
  it.each([
    [
      "OpenAI",
      401,
      {
        error: {
          message: "Incorrect API key provided: sk-1",
          type: "invalid_request_error",
          code: "invalid_api_key",
        },
      },
      "WRONG_KEY",
    ],
    [
      "Anthropic",
      401,
      { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
      "WRONG_KEY",
    ],
    [
      "Google",
      400,
      {
        error: {
          code: 400,
          message: "API key not valid. Please pass a valid API key.",
          status: "INVALID_ARGUMENT",
        },
      },
      "WRONG_KEY",
    ],
    [
      "OpenAI",
      404,
      {
        error: {
          message: "The model `x` does not exist or you do not have access to it.",
          code: "model_not_found",
        },
      },
      "NO_SUCH_MODEL",
    ],
    [
      "Anthropic",
      404,
      { type: "error", error: { type: "not_found_error", message: "model: x" } },
      "NO_SUCH_MODEL",
    ],
    [
      "Ollama",
      404,
      { error: { message: 'model "x" not found, try pulling it first', type: "api_error" } },
      "NO_SUCH_MODEL",
    ],
    [
      "OpenAI",
      400,
      {
        error: {
          message: "This model's maximum context length is 128000 tokens.",
          code: "context_length_exceeded",
        },
      },
      "CONTEXT_TOO_LONG",
    ],
    [
      "Anthropic",
      400,
      {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "prompt is too long: 210000 tokens > 200000 maximum",
        },
      },
      "CONTEXT_TOO_LONG",
    ],
    [
      "Google",
      400,
      {
        error: {
          code: 400,
          message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        },
      },
      "CONTEXT_TOO_LONG",
    ],
    [
      "Anthropic",
      413,
      { type: "error", error: { type: "request_too_large", message: "Request exceeds the maximum size" } },
      "CONTEXT_TOO_LONG",
    ],
    [
      "Ollama",
      400,
      { error: { message: "library/gemma:2b does not support tools", type: "api_error" } },
      "TOOLS_UNSUPPORTED",
    ],
    [
      "OpenRouter",
      404,
      { error: { message: "No endpoints found that support tool use.", code: 404 } },
      "TOOLS_UNSUPPORTED",
    ],
    [
      "OpenAI",
      429,
      { error: { message: "Rate limit reached for gpt-x", code: "rate_limit_exceeded" } },
      "RATE_LIMITED",
    ],
    [
      "Anthropic",
      529,
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      "MODEL_OVERLOADED",
    ],
    [
      "Google",
      503,
      { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } },
      "MODEL_OVERLOADED",
    ],
    ["a proxy", 502, "<html>Bad gateway</html>", "MODEL_REFUSED"],
  ])("%s: %s %j", (_, status, body, code) => expect(refused(status, body)).toMatchObject({ code }));

  it("is quoted without secrets, on one line and not at length", () => {
    const error = refused(400, {
      error: { message: `Bad\nvalue sk-ant-api03-${"a1B2".repeat(24)} ${"x".repeat(2_000)}` },
    });
    expect(error).toBeInstanceOf(ModelError);
    expect(String(error)).not.toMatch(/a1B2a1B2|\n/);
    expect(String(error).length).toBeLessThan(500);
  });
});

describe("an address without its last part", () => {
  it.each([["404 page not found"], ["<!doctype html><title>Not Found</title>"], [{ detail: "Not Found" }]])(
    "is told as an address, not as a name of a model: %j",
    (body) => {
      const error = refused(404, body);
      expect(error).toMatchObject({ code: "MODEL_UNREACHABLE" });
      expect(String(error)).toContain("There is nothing at / (404). Is the base URL right?");
      expect(String(error)).toContain("/v1");
    },
  );
});

describe("what the network fails with", () => {
  const coded = (code: string) =>
    new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });

  it.each([
    ["UND_ERR_CONNECT_TIMEOUT", "MODEL_TIMEOUT"],
    ["UND_ERR_HEADERS_TIMEOUT", "MODEL_TIMEOUT"],
    ["ETIMEDOUT", "MODEL_TIMEOUT"],
    ["ECONNREFUSED", "MODEL_UNREACHABLE"],
    ["ENOTFOUND", "MODEL_UNREACHABLE"],
    ["CERT_HAS_EXPIRED", "MODEL_UNREACHABLE"],
  ])("%s before an answer is %s", (code, expected) =>
    expect(toModelError(coded(code), "asked")).toMatchObject({ code: expected }),
  );

  it("is a cut stream once the answer has begun", () => {
    expect(toModelError(coded("UND_ERR_SOCKET"), "answering")).toMatchObject({ code: "STREAM_CUT" });
  });

  it("is our own guard's words when it was the guard", () => {
    const guard = new GuardError("private-address", "x.example is a private address.");
    expect(toModelError(guard, "asked")).toMatchObject({ code: "MODEL_UNREACHABLE", message: guard.message });
  });

  it("is left alone when the person stopped", () => {
    const abort = new DOMException("Aborted", "AbortError");
    expect(toModelError(abort, "asked")).toBe(abort);
  });
});

describe("retryAfterMs", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  it.each([
    [{}, null],
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Sat, 21 Nov 2026 12:00:09 GMT" }, 9_000],
    [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "7", "retry-after-ms": "250" }, 250],
  ])("reads %j", (headers, expected) =>
    expect(retryAfterMs(headers as Record<string, string>, now)).toBe(expected),
  );
});
