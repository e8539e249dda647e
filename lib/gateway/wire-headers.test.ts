import { describe, expect, it } from "vitest";
import { headersToHost, headersToProvider, queryToProvider } from "./wire-headers";

const ofHost = new Headers({
  "content-type": "application/json",
  "anthropic-beta": "tools-1, oauth-2025-04-20",
  authorization: "Bearer own",
  "x-api-key": "own",
  "x-goog-api-key": "own",
  cookie: "own=1",
  "x-forwarded-for": "10.0.0.1",
  traceparent: "00-1-1-01",
  host: "greenroom.test",
  "accept-encoding": "gzip",
});

describe("what a provider is told", () => {
  it.each([
    ["anthropic", { "x-api-key": "ours", "anthropic-version": "2023-06-01" }],
    ["openai", { authorization: "Bearer ours" }],
    ["compatible", { authorization: "Bearer ours" }],
    ["google", { "x-goog-api-key": "ours" }],
  ] as const)("is the workspace's credential and what the language needs: %s", (provider, expected) => {
    expect(headersToProvider(ofHost, provider, "ours")).toEqual({
      "accept-encoding": "identity",
      "content-type": "application/json",
      "anthropic-beta": "tools-1",
      ...expected,
    });
  });

  it("is no credential at all where there is none, and no empty list", () => {
    const headers = headersToProvider(new Headers({ "anthropic-beta": "oauth-1" }), "compatible", null);
    expect(headers).toEqual({ "accept-encoding": "identity" });
  });

  it("is the query without the host's key", () => {
    expect(queryToProvider(new URLSearchParams("alt=sse&key=own&access_token=own"))).toBe("?alt=sse");
    expect(queryToProvider(new URLSearchParams("key=own"))).toBe("");
  });
});

describe("what a host is told", () => {
  it("is nothing of the account that pays", () => {
    const told = headersToHost(
      new Headers({
        "content-type": "text/event-stream",
        "retry-after": "3",
        "anthropic-ratelimit-requests-remaining": "1",
        "x-ratelimit-remaining-tokens": "1",
        "anthropic-organization-id": "org",
        "openai-organization": "org",
        "set-cookie": "a=b",
        "content-encoding": "gzip",
        "content-length": "7",
        "transfer-encoding": "chunked",
      }),
    );
    expect(Object.fromEntries(told)).toEqual({
      "content-type": "text/event-stream",
      "retry-after": "3",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
  });
});
