import { describe, expect, it } from "vitest";
import { requireSameOrigin } from "./same-origin";

const send = (method: string, headers: Record<string, string>) =>
  requireSameOrigin(
    new Request("http://greenroom.test/api/v1/x", {
      method,
      headers: { host: "greenroom.test", ...headers },
    }),
  );

describe("requireSameOrigin", () => {
  it("lets pages of this server write", () => {
    expect(() => send("POST", { "sec-fetch-site": "same-origin" })).not.toThrow();
    expect(() => send("POST", { origin: "http://greenroom.test" })).not.toThrow();
  });

  it("lets pages at the public address write, where a proxy passes on another host", () => {
    expect(() => send("POST", { origin: "http://127.0.0.1:3000" })).not.toThrow();
    expect(() => send("POST", { origin: "http://127.0.0.1:3000", "sec-fetch-site": "cross-site" })).toThrow();
  });

  it("lets programs write: they send neither header", () => {
    expect(() => send("POST", {})).not.toThrow();
  });

  it("lets anything read", () => {
    expect(() => send("GET", { "sec-fetch-site": "cross-site" })).not.toThrow();
  });

  it("refuses a write from another site", () => {
    expect(() => send("POST", { "sec-fetch-site": "cross-site" })).toThrow("another site");
    expect(() => send("DELETE", { origin: "https://evil.example" })).toThrow("another site");
    expect(() => send("PATCH", { origin: "null" })).toThrow("another site");
    expect(() => send("POST", { origin: "http://greenroom.test", "sec-fetch-site": "cross-site" })).toThrow();
  });
});
