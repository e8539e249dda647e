import { describe, expect, it } from "vitest";
import { deriveKey, isSameSecret, newTraceId, seal, secretFingerprint, sha256, unseal } from "./crypto";

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

  it("tells whether a secret is the one, whatever its length", () => {
    expect(isSameSecret("a-secret", "a-secret")).toBe(true);
    for (const guess of ["", "a-secre", "a-secrets", "b-secret"])
      expect(isSameSecret(guess, "a-secret")).toBe(false);
  });

  it("recognises a secret without telling it", () => {
    expect(secretFingerprint("secret")).toMatch(/^[0-9a-f]{16}$/);
    expect(secretFingerprint("secret")).not.toContain("secret");
  });
});

describe("a sealed text", () => {
  const secret = "s".repeat(32);
  const sealed = seal(secret, "row-1", "sk-ant-api03-secret");

  it("opens again, and does not show itself", () => {
    expect(unseal(secret, "row-1", sealed)).toBe("sk-ant-api03-secret");
    expect(Buffer.from(sealed).toString("latin1")).not.toContain("secret");
    expect(sealed[0]).toBe(1);
  });

  it("is another one each time", () => {
    expect(seal(secret, "row-1", "sk-ant-api03-secret")).not.toEqual(sealed);
  });

  it.each([
    ["with another secret", () => unseal("t".repeat(32), "row-1", sealed)],
    ["in another row", () => unseal(secret, "row-2", sealed)],
    [
      "when a bit of it was changed",
      () => unseal(secret, "row-1", sealed.with(-1, (sealed.at(-1) ?? 0) ^ 1)),
    ],
    ["when it is cut short", () => unseal(secret, "row-1", sealed.subarray(0, 20))],
    ["of a version of later", () => unseal(secret, "row-1", sealed.with(0, 9))],
  ])("does not open %s", (_, open) => expect(open).toThrow());
});
