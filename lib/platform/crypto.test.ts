import { describe, expect, it } from "vitest";
import { deriveKey, newTraceId, secretFingerprint, sha256 } from "./crypto";

describe("crypto", () => {
  it("hashes text as UTF-8", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("é")).toBe(sha256(new Uint8Array([0xc3, 0xa9])));
  });

  it("derives a key per purpose", () => {
    expect(deriveKey("secret", "a")).toHaveLength(32);
    expect(deriveKey("secret", "a").equals(deriveKey("secret", "b"))).toBe(false);
  });

  it("makes 128-bit trace ids that do not repeat", () => {
    expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/);
    expect(newTraceId()).not.toBe(newTraceId());
  });

  it("recognises a secret without telling it", () => {
    expect(secretFingerprint("secret")).toMatch(/^[0-9a-f]{16}$/);
    expect(secretFingerprint("secret")).not.toContain("secret");
  });
});
