import { describe, expect, it } from "vitest";
import { deriveKey, equalInConstantTime, newToken, newTraceId, secretFingerprint, sha256 } from "./crypto";

describe("crypto", () => {
  it("hashes text as UTF-8", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("é")).toBe(sha256(new Uint8Array([0xc3, 0xa9])));
  });

  it("derives a key per purpose", () => {
    expect(deriveKey("secret", "a")).toHaveLength(32);
    expect(deriveKey("secret", "a").equals(deriveKey("secret", "b"))).toBe(false);
  });

  it("makes 256-bit tokens and 128-bit trace ids that do not repeat", () => {
    expect(Buffer.from(newToken(), "base64url")).toHaveLength(32);
    expect(newToken()).not.toBe(newToken());
    expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/);
  });

  it("compares and recognises without telling the secret", () => {
    expect(equalInConstantTime("a", "a")).toBe(true);
    expect(equalInConstantTime("a", "longer")).toBe(false);
    expect(secretFingerprint("secret")).toMatch(/^[0-9a-f]{16}$/);
    expect(secretFingerprint("secret")).not.toContain("secret");
  });
});
